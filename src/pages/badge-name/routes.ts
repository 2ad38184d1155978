// `/badge-name`: the badge, what to do first, and facts about the convention. The main page.
// `/badge-name?try=`: a preview of another name. `/desk`: what to show at the desk.
// `/badge-name.svg`: the badge as a file, or the picture of a name while it is typed.
import type { Request } from 'express';
import { embeddedFont } from '../../badge/font-metrics.ts';
import type { CachedRecords } from '../../convention/record-cache.ts';
import { isFromOwnPage } from '../../login/login.ts';
import { visible } from '../../text.ts';
import { pictureAddress } from '../../web/person.ts';
import { getOnly } from '../../web/requests/methods.ts';
import { picturePolicy } from '../../web/requests/security-headers.ts';
import { nameDeadlineOf } from '../../web/words/event-calendar.ts';
import type { SitePage } from '../page-dependencies.ts';
import { badgeNameView, noRegistrationView } from './badge-name-view.ts';
import { deskView } from './desk-view.ts';
import { ownCard } from './own-badge.ts';
import { previewView, triedPictureView } from './preview-view.ts';

const path = '/badge-name';

export const badgeNamePage: SitePage = {
  name: 'badge-name',
  path,
  navLabel: 'nav.badge',

  routes(dependencies) {
    const { views, recordsOf, eventNow, publicUrl, badge } = dependencies;
    const { event, pictureOrigins, registrationUrl, timeZone, pathOf } = dependencies;
    const settings = { badge, event, pictureOrigins, registrationUrl, timeZone, pathOf };
    const address = new URL(path, publicUrl).href;

    return getOnly('/', async (req, res) => {
      const { words } = req;
      const kept = recordsOf(req);
      const [records, time] = await Promise.all([readRecords(kept), eventNow()]);
      const tried = triedName(req, publicUrl);
      const nameDeadline = tried !== undefined && nameDeadlineOf(event.nameUntil, { time, words });
      if (nameDeadline && !nameDeadline.isFinal) {
        const { deadline } = nameDeadline;
        const { days } = time;
        const options = { tried, records, badge, days, pictureOrigins, deadline, words };
        views.render(res, 'badge-name/preview', previewView(options));
      } else if (records.registration.state === 'none') {
        const view = noRegistrationView({ ...settings, user: records.user, time, words });
        views.render(res, 'badge-name/none', view);
      } else {
        const readAt = kept.readAt();
        const options = { ...settings, time, readAt, records, words, address };
        const view = kept.viewOf(badgeNameView, options);
        views.render(res, 'badge-name/show', view);
      }
    });
  },
};

/** What to show at the desk. An attendee without a registration gets the page that says so. */
export const deskPage: SitePage = {
  name: 'desk',
  path: '/desk',
  partOf: 'badge-name',

  routes: ({ views, recordsOf, eventNow, event, badge, registrationUrl, timeZone }) =>
    getOnly('/', async (req, res) => {
      const { words } = req;
      const kept = recordsOf(req);
      const [records, time] = await Promise.all([readRecords(kept), eventNow()]);
      if (records.registration.state === 'none') {
        const settings = { event, badge, registrationUrl };
        const view = noRegistrationView({ ...settings, user: records.user, time, words });
        return views.render(res, 'badge-name/none', view);
      }
      const view = deskView({ records, badge, timeZone, readAt: kept.readAt(), words });
      views.render(res, 'badge-name/desk', view);
    }),
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
      const [records, { days }] = await Promise.all([readRecords(recordsOf(req)), eventNow()]);
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

async function readRecords(records: CachedRecords) {
  const [user, registration] = await Promise.all([records.currentUser(), records.registration()]);
  return { user, registration };
}

/** How the picture is asked for. */
function pictureForm({ query }: Request) {
  return {
    /** For a browser whose fonts are wider than the layout expects. */
    isFixed: query.fixed !== undefined,
    /** With the strap, for the height of a phone. */
    isUpright: query.upright !== undefined,
    /** For a script that draws the profile picture into its place: a file cannot load one. */
    hasPlace: query.picture !== undefined,
  };
}

/** The badge to keep. */
function ownPictureView(
  options: Omit<Parameters<typeof triedPictureView>[0], 'tried'> & { hasPlace: boolean },
) {
  const { records, badge, pictureOrigins, hasPlace } = options;
  if (records.registration.state === 'none') return undefined;
  const picture = hasPlace
    ? pictureAddress(records.user.profilePictureUrl, pictureOrigins)
    : undefined;
  return { card: ownCard({ ...options, tiers: badge.tiers, picture }), font: embeddedFont };
}

/**
 * Returns the name in `?try=` as typed, '' if nothing in it is visible, and undefined if there is
 * none, or a link set it.
 */
function triedName(req: Request, publicUrl: URL): string | undefined {
  const { try: tried } = req.query;
  if (typeof tried !== 'string' || !isFromBadgePage(req, publicUrl)) return undefined;
  return visible(tried) ? tried : '';
}

/** Only the form of the page counts: a link could put any word on a badge. */
function isFromBadgePage(req: Request, publicUrl: URL): boolean {
  const { href } = new URL(path, publicUrl);
  const [referer = href] = req.get('referer')?.split('?') ?? [];
  return referer === href && isFromOwnPage(req, publicUrl);
}
