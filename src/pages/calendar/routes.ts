// `/convention.ics`: the days of the convention, for a calendar. 404 while they are not known.
import { getOnly, type Page } from '../../web/page.ts';
import type { PageDependencies } from '../page-dependencies.ts';
import { calendarFile } from './calendar-file.ts';

export function calendarPage(options: PageDependencies): Page {
  const { name, siteUrl: url, event, eventDays, publicUrl, now } = options;
  const { host } = publicUrl;
  const routes = getOnly('/', async (_req, res, next) => {
    const days = await eventDays();
    if (!days) return next('route');
    res
      .type('text/calendar; charset=utf-8')
      .set('Content-Disposition', 'attachment; filename="convention.ics"')
      .send(calendarFile({ name, days, place: event.place, url, host, now: now() }));
  });
  return { name: 'calendar', path: '/convention.ics', open: true, routes };
}
