// `/convention.ics`: the days of the convention, for a calendar. 404 while they are not known.
import { getOnly } from '../../web/requests/methods.ts';
import type { SitePage } from '../page-dependencies.ts';
import { calendarFile } from './calendar-file.ts';

export const calendarPage: SitePage = {
  name: 'calendar',
  path: '/convention.ics',
  open: true,
  isFile: true,

  routes: ({ conventionName: name, siteUrl: url, event, eventDays, publicUrl: { host }, now }) =>
    getOnly('/', async (_req, res, next) => {
      const days = await eventDays();
      if (!days) return next('route');
      res
        .type('text/calendar; charset=utf-8')
        .set('Content-Disposition', 'attachment; filename="convention.ics"')
        .send(calendarFile({ name, days, place: event.place, url, host, now: now() }));
    }),
};
