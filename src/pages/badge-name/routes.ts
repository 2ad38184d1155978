// `/badge-name`: the badge, what to do first, and facts about the convention. The main page.
// `/badge-name?try=`: a preview of another name. `/badge-name.svg`: the badge as a file, or the
// picture of a name while it is typed.
import type { Request } from 'express';
import { isFromOwnPage } from '../../login/login.ts';
import type { Config } from '../../settings/config.ts';
import { visible } from '../../text.ts';
import { getOnly, type Page } from '../../web/page.ts';
import { picturePolicy } from '../../web/requests/security-headers.ts';
import type { EventDays } from '../../web/words/event-days.ts';
import type { PageDependencies } from '../page-dependencies.ts';
import { embeddedFont } from './badge-font.ts';
import { badgeNameView } from './badge-name-view.ts';
import { noRegistrationView } from './no-registration-view.ts';
import { ownCard } from './own-badge.ts';
import { previewView, triedPictureView } from './preview-view.ts';

const pagePath = '/badge-name';

interface BadgeNamePagesOptions extends PageDependencies {
  readonly badge: Config['badge'];
}

export function badgeNamePages(options: BadgeNamePagesOptions): Page[] {
  const { views, recordsOf, eventDays, publicUrl, badge, now } = options;
  const address = new URL(pagePath, publicUrl).href;

  const page = getOnly('/', async (req, res) => {
    const { words } = req;
    const [records, days] = await Promise.all([recordsFor(req), eventDays()]);
    const { readAt } = records;
    const tried = triedName(req, publicUrl);
    if (tried !== undefined) {
      views.render(res, 'badge-name/preview', previewView({ tried, records, badge, days, words }));
    } else if (records.registration.state === 'none') {
      views.render(res, 'badge-name/none', noRegistrationView({ user: records.user, words }));
    } else {
      const times = { now: now(), readAt };
      const view = badgeNameView({ ...options, ...times, records, days, words, address });
      views.render(res, 'badge-name/show', view);
    }
  });

  const picture = getOnly('/', async (req, res, next) => {
    const { words } = req;
    const [tried, days] = [triedName(req, publicUrl), await eventDays()];
    // A tried name is private: the convention is not asked for anything of the attendee.
    const view =
      tried === undefined
        ? await ownPicture(req, days)
        : triedPictureView({ tried, badge, days, words });
    if (!view) return next('route');
    res.type('svg').set({
      'Content-Disposition': 'attachment; filename="badge.svg"',
      'Content-Security-Policy': picturePolicy,
    });
    views.render(res, 'badge-name/picture', { heading: '', ...view });
  });

  return [
    { name: 'badge-name', path: pagePath, navLabel: 'nav.badge', routes: page },
    { name: 'badge-picture', path: `${pagePath}.svg`, partOf: 'badge-name', routes: picture },
  ];

  async function recordsFor(req: Request) {
    const records = recordsOf(req);
    const [user, registration] = await Promise.all([records.currentUser(), records.registration()]);
    return { user, registration, readAt: records.readAt() };
  }

  /** The badge to keep, without its profile picture: a file cannot load one. */
  async function ownPicture(req: Request, days: EventDays | undefined) {
    const records = await recordsFor(req);
    if (records.registration.state === 'none') return undefined;
    const { tiers } = badge;
    const card = ownCard({ records, days, picture: undefined, tiers, words: req.words });
    return { card, font: embeddedFont };
  }
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
  const { href } = new URL(pagePath, publicUrl);
  const [referer = href] = req.get('referer')?.split('?') ?? [];
  return referer === href && isFromOwnPage(req, publicUrl);
}
