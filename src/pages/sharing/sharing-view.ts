// View model of the sharing page: what is shared, for what purpose, since when, where it is stored
// and until when. Pure.
import { momentOf } from '../../web/formatting.ts';
import type { Translate } from '../../web/messages.ts';
import { createRows, type Row } from '../../web/rows.ts';
import { scopeRow, shareOffer, stopLink } from '../../web/scope-words.ts';
import type { PageDependencies } from '../page-dependencies.ts';

/** All that this site stores about an attendee, besides the access token. */
export interface StoredLogin {
  readonly userId: string;
  readonly grantedScopes: readonly string[];
  /** The name in the header of each page. */
  readonly name: string | undefined;
  /** Milliseconds since 1970: the time of the login, and the latest time at which it ends. */
  readonly since: number;
  readonly until: number;
  /** When the permission to read ends (milliseconds since 1970). */
  readonly permittedUntil: number;
}

type Settings = Pick<
  PageDependencies,
  'optionalScopes' | 'serviceScopes' | 'limits' | 'timeZone' | 'pathOf'
>;

export function sharingView(options: Settings & { held: StoredLogin; words: Translate }) {
  const { held, optionalScopes, serviceScopes, limits, timeZone, pathOf, words } = options;
  const { textRow, recordRow, listRow } = createRows(words);
  const when = (moment: number) => momentOf(moment, { locale: words.locale, timeZone });
  const minutes = limits.idleSeconds / 60;
  const own = serviceScopes.map((scope) => words(`sharing.own.${scope}`));

  return {
    heading: words('sharing.heading'),
    shared: held.grantedScopes.map(sharedRow),
    /** Applies to everything that is shared. */
    terms: [
      textRow(words('sharing.since'), words('sharing.since.text', { when: when(held.since) })),
      textRow(words('sharing.where'), words('sharing.where.text')),
      textRow(
        words('sharing.until'),
        words('sharing.until.text', { minutes, when: when(held.until) }),
      ),
      ...(held.permittedUntil < held.until
        ? [
            textRow(
              words('sharing.permission'),
              words('sharing.permission.text', { when: when(held.permittedUntil) }),
            ),
          ]
        : []),
    ],
    notShared: optionalScopes
      .filter((scope) => !held.grantedScopes.includes(scope))
      .map((scope) => ({
        ...shareOffer(scope, { words, returnTo: '/sharing' }),
        use: words(`scope.${scope}.use`),
      })),
    /** What the site reads with its own credential, whatever is shared. */
    ownRecords:
      own.length > 0
        ? words('sharing.own.text', { what: new Intl.ListFormat(words.locale).format(own) })
        : undefined,
    forDevelopers: [
      recordRow(words('profile.userId'), held.userId),
      listRow(words('profile.scopes'), held.grantedScopes, words('value.none')),
    ],
  };

  function sharedRow(scope: string): Row {
    const row = scopeRow(scope, words);
    return optionalScopes.includes(scope) ? { ...row, ...stopLink(scope, { words, pathOf }) } : row;
  }
}
