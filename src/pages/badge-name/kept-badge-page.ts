// `/kept-badge` is the document that the service worker stores for offline use.
import { embeddedFont } from '../../badge/font-metrics.ts';
import { getOnly } from '../../web/requests/methods.ts';
import { documentPolicy } from '../../web/requests/security-headers.ts';
import { clockAt, formatLocal, localTime, timeOfDay } from '../../web/words/dates.ts';
import { addDays, type EventTime } from '../../web/words/event-times.ts';
import type { SitePage } from '../page-dependencies.ts';
import { deskView } from './desk-view.ts';
import { ownCard, readBadge } from './own-badge.ts';

export const keptBadgePage: SitePage = {
  name: 'kept-badge',
  path: '/kept-badge',
  partOf: 'badge-name',
  isFile: true,

  routes({ views, recordsOf, eventNow, badge, timeZone, keptBadges, now }) {
    return getOnly('/', async (req, res, next) => {
      const { words, attendee } = req;
      const kept = recordsOf(req);
      const [records, time] = await Promise.all([readBadge(kept), eventNow()]);
      const readAt = kept.readAt();
      const until = keptUntil(readAt, { time, timeZone });
      if (records.registration.state === 'none' || until <= now() || !attendee) {
        keptBadges.tell(req, res, () => false);
        return next('route');
      }
      // The switch on the badge page sends `keep`. The service worker does not, because it may only
      // renew a copy of the same person's badge.
      if (!keptBadges.isKept(req, res) && req.query.keep === undefined) return next('route');
      if (req.method === 'GET') await keptBadges.begin(res, attendee.userId, until);
      // The policy has no `sandbox`, because Safari rejects a sandboxed document from a service
      // worker.
      res.set('Content-Security-Policy', documentPolicy);
      const { locale } = words;
      const { day } = clockAt(readAt, timeZone);
      const moment = {
        day: formatLocal(day, 'weekdayDayMonth', locale),
        time: timeOfDay(readAt, { locale, timeZone }).text,
      };
      const { days } = time;
      const card = ownCard({ records, days, picture: undefined, tiers: badge.tiers, words });
      views.render(res, 'badge-name/kept', {
        heading: words('badge.heading'),
        desk: deskView({ records, badge, timeZone, readAt, words }),
        card,
        font: embeddedFont,
        offline: words('badge.kept.from', moment),
      });
    });
  },
};

const dayMs = 86_400_000;
const mostDays = 30;

/**
 * Returns when a copy expires: at the end of the second day after the convention, but no later than
 * 30 days after `readAt`. All times are in milliseconds since 1970.
 */
export function keptUntil(
  readAt: number,
  { time: { days }, timeZone }: { time: Pick<EventTime, 'days'>; timeZone: string },
): number {
  const latest = readAt + mostDays * dayMs;
  const end = days && localTime(`${addDays(days.last, 3)}T00:00`, timeZone)?.moment;
  return Math.min(latest, end ?? latest);
}
