// `/convention.ics` is a calendar file with the convention's days and deadlines. It returns 404
// while the days are unknown.
import { getOnly } from '../../web/requests/methods.ts';
import { hoursText } from '../../web/words/event-times.ts';
import type { Translate } from '../../web/words/messages.ts';
import type { PageDependencies, SitePage } from '../page-dependencies.ts';
import { calendarFile } from './calendar-file.ts';

export const calendarPage: SitePage = {
  name: 'calendar',
  path: '/convention.ics',
  open: true,
  isFile: true,

  routes({ conventionName: name, siteUrl: url, event, eventNow, publicUrl, now }) {
    const { place } = event;
    const { host } = publicUrl;

    return getOnly('/', async (req, res, next) => {
      const { days, today, desk } = await eventNow();
      if (!days) return next('route');
      const { words } = req;
      const hours = desk ? plain(hoursText(desk.upcoming, words)) : '';
      const description = hours ? words('calendar.desk', { hours }) : undefined;
      const deadlines = deadlinesOf(event, { today, words });
      res
        .type('text/calendar; charset=utf-8')
        .vary('Accept-Language, Cookie')
        .set('Content-Disposition', 'attachment; filename="convention.ics"')
        .send(calendarFile({ name, days, place, description, deadlines, url, host, now: now() }));
    });
  },
};

/** Returns the deadlines that have not passed. */
function deadlinesOf(
  { nameUntil, payUntil }: PageDependencies['event'],
  { today, words }: { today: string; words: Translate },
) {
  const deadlines = [
    { id: 'name', lastDay: nameUntil ?? '', summary: words('calendar.nameUntil') },
    { id: 'pay', lastDay: payUntil ?? '', summary: words('calendar.payUntil') },
  ];
  return deadlines.filter(({ lastDay }) => lastDay >= today);
}

/**
 * Removes or replaces characters that prevent line breaks, because calendar programs display them.
 */
function plain(text: string): string {
  return text.replaceAll('\u2060', '').replaceAll('\u00a0', ' ');
}
