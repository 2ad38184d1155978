// `/badge-name` is the main page: the badge, the next step, and facts about the convention. With
// `?try=`, it previews a different name. `/desk` is the screen to show at the desk.
// `/badge-name.svg` is the badge as a file, or a preview picture while the attendee types a name.
import type { Request, Response } from 'express';
import { embeddedFont } from '../../badge/font-metrics.ts';
import { isConventionError } from '../../convention/convention-error.ts';
import type { CachedRecords } from '../../convention/record-cache.ts';
import { isFromOwnPage } from '../../login/login.ts';
import { visible } from '../../text.ts';
import { pictureUrl } from '../../web/person.ts';
import { getOnly } from '../../web/requests/methods.ts';
import { picturePolicy } from '../../web/requests/security-headers.ts';
import { dayUnlessToday, timeOfDay } from '../../web/words/dates.ts';
import { type EventTime, nameDeadlineOf } from '../../web/words/event-times.ts';
import type { Translate } from '../../web/words/messages.ts';
import type { PageDependencies, SitePage } from '../page-dependencies.ts';
import { badgeNameView, noRegistrationView } from './badge-name-view.ts';
import { deskView } from './desk-view.ts';
import { keptUntil } from './kept-badge-page.ts';
import { type BadgeRecords, ownCard, readBadge } from './own-badge.ts';
import { previewView, triedPictureView } from './preview-view.ts';

const path = '/badge-name';

export const badgeNamePage: SitePage = {
  name: 'badge-name',
  path,
  navLabel: 'nav.badge',
  keptFields: ['try'],

  routes(dependencies) {
    const { views, recordsOf, eventNow, publicUrl, badge } = dependencies;
    const { event, pictureOrigins, registrationUrl, timeZone, pathOf } = dependencies;
    const tellWorker = createTellWorker(dependencies);
    const settings = { badge, event, pictureOrigins, registrationUrl, timeZone, pathOf };
    const pageUrl = new URL(path, publicUrl).href;

    return getOnly('/', async (req, res) => {
      const { words } = req;
      const kept = recordsOf(req);
      const [found, time] = await Promise.all([readOrRecall(kept, res), eventNow()]);
      const { records, readAt, isAway } = found;
      tellWorker(req, res, { found, time });
      const away = isAway ? awayText(readAt, { timeZone, today: time.today, words }) : undefined;
      const tried = triedName(req, publicUrl);
      const nameDeadline = tried !== undefined && nameDeadlineOf(event.nameUntil, { time, words });
      if (nameDeadline && !nameDeadline.isFinal) {
        const { deadline } = nameDeadline;
        const { days } = time;
        const options = { tried, records, badge, days, pictureOrigins, deadline, words };
        views.render(res, 'badge-name/preview', { ...previewView(options), away });
      } else if (records.registration.state === 'none') {
        const view = noRegistrationView({ ...settings, user: records.user, time, words });
        views.render(res, 'badge-name/none', view);
      } else {
        const options = { ...settings, time, readAt, isAway, records, words, pageUrl };
        const view = kept.viewOf(badgeNameView, options);
        views.render(res, 'badge-name/show', { ...view, away });
      }
    });
  },
};

/**
 * The screen to show at the desk. Attendees without a registration get the page that explains why
 * there is no badge.
 */
export const deskPage: SitePage = {
  name: 'desk',
  path: '/desk',
  partOf: 'badge-name',

  routes(dependencies) {
    const { views, recordsOf, eventNow, event, badge, registrationUrl, timeZone } = dependencies;
    const tellWorker = createTellWorker(dependencies);

    return getOnly('/', async (req, res) => {
      const { words } = req;
      const [found, time] = await Promise.all([readOrRecall(recordsOf(req), res), eventNow()]);
      const { records, readAt, isAway } = found;
      tellWorker(req, res, { found, time });
      if (records.registration.state === 'none') {
        const settings = { event, badge, registrationUrl };
        const view = noRegistrationView({ ...settings, user: records.user, time, words });
        return views.render(res, 'badge-name/none', view);
      }
      const away = isAway ? awayText(readAt, { timeZone, today: time.today, words }) : undefined;
      const view = deskView({ records, badge, timeZone, readAt, isAway, words });
      views.render(res, 'badge-name/desk', { ...view, away });
    });
  },
};

export const badgePicturePage: SitePage = {
  name: 'badge-picture',
  path: `${path}.svg`,
  partOf: 'badge-name',
  isFile: true,

  routes({ views, recordsOf, eventNow, publicUrl, badge, pictureOrigins }) {
    return getOnly('/', async (req, res, next) => {
      const { words } = req;
      const tried = triedName(req, publicUrl);
      const [records, { days }] = await Promise.all([readBadge(recordsOf(req)), eventNow()]);
      const form = pictureForm(req);
      const options = { records, badge, days, pictureOrigins, words };
      const view =
        tried === undefined
          ? ownPictureView({ ...options, ...form })
          : triedPictureView({ ...options, tried });
      if (!view) return next('route');
      const template = form.isUpright && tried === undefined ? 'upright' : 'picture';
      res.type('svg').set({
        'Content-Disposition': `attachment; filename="${template === 'upright' ? 'badge-upright' : 'badge'}.svg"`,
        'Content-Security-Policy': picturePolicy,
      });
      views.render(res, `badge-name/${template}`, { heading: '', ...view, isFixed: form.isFixed });
    });
  },
};

interface FoundRecords {
  readonly records: BadgeRecords;
  readonly readAt: number;
  /**
   * True if the records are from an earlier request because the platform is unavailable or busy.
   */
  readonly isAway: boolean;
}

/**
 * Falls back to cached records while the platform is unavailable or busy. Throws the
 * ConventionError if none are cached, or if the cached ones show that there is no registration.
 */
async function readOrRecall(kept: CachedRecords, res: Response): Promise<FoundRecords> {
  try {
    const records = await readBadge(kept);
    return { records, readAt: kept.readAt(), isAway: false };
  } catch (error) {
    if (!isConventionError(error, ['unavailable', 'busy'])) throw error;
    const last = await kept.lastBadge();
    if (!last || last.registration.state === 'none') throw error;
    // Makes the metrics count this response as an error page.
    res.locals.code = error.code;
    return { records: last, readAt: last.readAt, isAway: true };
  }
}

function createTellWorker({ keptBadges, timeZone, now }: PageDependencies) {
  return (
    req: Request,
    res: Response,
    { found, time }: { found: FoundRecords; time: EventTime },
  ): void => {
    const isRegistered = found.records.registration.state !== 'none';
    const mayKeep = () => isRegistered && keptUntil(found.readAt, { time, timeZone }) > now();
    keptBadges.tell(req, res, mayKeep);
  };
}

function awayText(
  readAt: number,
  { timeZone, today, words }: { timeZone: string; today: string; words: Translate },
): string {
  const format = { locale: words.locale, timeZone, today };
  const time = timeOfDay(readAt, format).text;
  return words('away', { time, day: dayUnlessToday(readAt, format) });
}

function pictureForm({ query }: Request) {
  return {
    /** Squeezes lines, for browsers whose fonts are wider than the layout expects. */
    isFixed: query.fixed !== undefined,
    /** Adds the strap, so that the picture is as tall as a phone screen. */
    isUpright: query.upright !== undefined,
    /**
     * Leaves a gap that the script fills with the profile picture, because an SVG file cannot load
     * one.
     */
    hasPlace: query.picture !== undefined,
  };
}

/** Undefined for an attendee without a registration, who has no badge. */
function ownPictureView(
  options: Omit<Parameters<typeof triedPictureView>[0], 'tried'> & { hasPlace: boolean },
) {
  const { records, badge, pictureOrigins, hasPlace } = options;
  if (records.registration.state === 'none') return undefined;
  const picture = hasPlace ? pictureUrl(records.user.profilePictureUrl, pictureOrigins) : undefined;
  return { card: ownCard({ ...options, tiers: badge.tiers, picture }), font: embeddedFont };
}

/**
 * Returns the name in `?try=` as typed, or '' if none of its characters is visible. Undefined if
 * the name is missing or did not come from our own form.
 */
function triedName(req: Request, publicUrl: URL): string | undefined {
  const { try: tried } = req.query;
  if (typeof tried !== 'string' || !isFromBadgePage(req, publicUrl)) return undefined;
  return visible(tried) ? tried : '';
}

/**
 * Accepts requests from the badge page and, without a Referer, from any page of this site.
 * Otherwise a link on another site could put any word on a badge.
 */
function isFromBadgePage(req: Request, publicUrl: URL): boolean {
  const { href } = new URL(path, publicUrl);
  const [referer = href] = req.get('referer')?.split('?') ?? [];
  return referer === href && isFromOwnPage(req, publicUrl);
}
