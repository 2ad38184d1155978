// `/badge-name`: the badge preview, the ticket and the payment status. The main page.
// `/badge-name.svg`: the badge alone, to download or to preview another name.
import type { Request } from 'express';
import type { ConventionDates } from '../../convention/convention-dates.ts';
import { visible } from '../../text.ts';
import { getOnly, type Page } from '../../web/page.ts';
import type { PageDependencies } from '../page-dependencies.ts';
import { badgeNameView, badgePictureView } from './badge-name-view.ts';
import { firstDayOf } from './preparation.ts';

const pagePath = '/badge-name';

interface BadgeNamePagesOptions extends PageDependencies {
  readonly dates: () => Promise<ConventionDates | undefined>;
  /** In graphemes. */
  readonly softLimit: number;
  readonly now: () => number;
}

export function badgeNamePages(options: BadgeNamePagesOptions): Page[] {
  const { views, recordsOf, dates, publicUrl, softLimit, timeZone, now } = options;
  const address = new URL(pagePath, publicUrl).href;

  const page = getOnly('/', async (req, res) => {
    const { words } = req;
    const [records, when] = await Promise.all([recordsFor(req), dates()]);
    const firstDay = firstDayOf(when, { locale: words.locale, timeZone });
    const tried = triedName(req);
    const view = badgeNameView({
      ...records,
      tried,
      softLimit,
      firstDay,
      words,
      timeZone,
      now: now(),
      address,
    });
    views.render(res, 'badge-name/show', view);
  });

  const picture = getOnly('/', async (req, res) => {
    const tried = triedName(req);
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

/** Returns the name in `?try=` as typed; '' if nothing in it is visible. */
function triedName(req: Request): string {
  const { try: tried } = req.query;
  return typeof tried === 'string' && visible(tried) ? tried : '';
}
