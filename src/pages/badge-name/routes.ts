// `/badge-name`: the badge preview, the ticket and the payment status. The main page.
// `/badge-name.svg`: the badge alone, to download or to preview another name.
import type { Request } from 'express';
import { isFromOwnPage } from '../../login/login.ts';
import { visible } from '../../text.ts';
import { getOnly, type Page } from '../../web/page.ts';
import type { PageDependencies } from '../page-dependencies.ts';
import { badgeNameView, badgePictureView } from './badge-name-view.ts';

const pagePath = '/badge-name';

interface BadgeNamePagesOptions extends PageDependencies {
  /** In graphemes. */
  readonly softLimit: number;
}

export function badgeNamePages(options: BadgeNamePagesOptions): Page[] {
  const { views, recordsOf, eventDays, publicUrl, softLimit, timeZone, now } = options;
  const address = new URL(pagePath, publicUrl).href;

  const page = getOnly('/', async (req, res) => {
    const { words } = req;
    const [records, days] = await Promise.all([recordsFor(req), eventDays()]);
    const tried = triedName(req, publicUrl);
    const view = badgeNameView({
      ...records,
      tried,
      softLimit,
      firstDay: days?.first,
      words,
      timeZone,
      now: now(),
      address,
    });
    views.render(res, 'badge-name/show', view);
  });

  const picture = getOnly('/', async (req, res) => {
    const tried = triedName(req, publicUrl);
    // A tried name is private: the convention is not asked for anything.
    const records = tried ? undefined : await recordsFor(req);
    res.type('svg').set({
      'Content-Disposition': 'attachment; filename="badge.svg"',
      'Content-Security-Policy':
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
    });
    views.render(
      res,
      'badge-name/picture',
      badgePictureView({ tried, softLimit, words: req.words, records }),
    );
  });

  return [
    { name: 'badge-name', path: pagePath, navLabel: 'nav.badge', routes: page },
    { name: 'badge-picture', path: `${pagePath}.svg`, routes: picture },
  ];

  async function recordsFor(req: Request) {
    const records = recordsOf(req);
    const [user, registration] = await Promise.all([records.currentUser(), records.registration()]);
    return { user, registration };
  }
}

/** Returns the name in `?try=` as typed; '' if nothing in it is visible, or if a link set it. */
function triedName(req: Request, publicUrl: URL): string {
  const { try: tried } = req.query;
  const isTried = typeof tried === 'string' && visible(tried) && isFromBadgePage(req, publicUrl);
  return isTried ? tried : '';
}

/** Only the form of the page counts: a link could put any word on a badge, beside "Paid". */
function isFromBadgePage(req: Request, publicUrl: URL): boolean {
  const { href } = new URL(pagePath, publicUrl);
  const [referer = href] = req.get('referer')?.split('?') ?? [];
  return referer === href && isFromOwnPage(req, publicUrl);
}
