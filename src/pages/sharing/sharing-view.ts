// View model for the sharing page: each scope with its value and, if it is optional, a button. Also
// an explanation of sharing, and options for the attendee's data. Pure.
import type { CurrentUser } from '../../convention/current-user.ts';
import { personView, visitorOf } from '../../web/person.ts';
import { createRows, type Row } from '../../web/rows.ts';
import { contactRow, scopeLabel, scopeRow, scopeValue, sharePath } from '../../web/scope-rows.ts';
import { clockAt, dayUnlessToday, momentOf, timeOfDay } from '../../web/words/dates.ts';
import { formatList, type Translate } from '../../web/words/messages.ts';
import type { PageDependencies } from '../page-dependencies.ts';

/** What the page tells attendees about their session, without the login's internal fields. */
export interface StoredLogin {
  readonly userId: string;
  readonly grantedScopes: readonly string[];
  /** The name in the header of each page. */
  readonly name: string | undefined;
  /** The start of the session and its latest possible end, in milliseconds since 1970. */
  readonly since: number;
  readonly until: number;
  /** When this site's permission to read the records ends, in milliseconds since 1970. */
  readonly permittedUntil: number;
}

interface SharingOptions
  extends Pick<
    PageDependencies,
    'optionalScopes' | 'serviceScopes' | 'limits' | 'timeZone' | 'pictureOrigins'
  > {
  readonly held: StoredLogin;
  /** Undefined if the record could not be read. */
  readonly user: CurrentUser | undefined;
  readonly paths: {
    readonly login: string;
    readonly sharing: string;
    readonly stop: string;
    readonly download: string;
    readonly forget: string;
    readonly logoutEverywhere: string;
  };
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly words: Translate;
}

export function sharingView(options: SharingOptions) {
  const { held, user, pictureOrigins, timeZone, words } = options;
  const ends = Math.min(held.until, held.permittedUntil);
  const format = { locale: words.locale, timeZone, today: clockAt(options.now, timeZone).day };
  return {
    heading: words('sharing.heading'),
    ...(user ? visitorOf(user) : { visitorName: held.name }),
    person: personView(user ?? { username: held.name }, pictureOrigins),
    onlyYou: words('sharing.onlyYou', {
      time: timeOfDay(ends, format).text,
      day: dayUnlessToday(ends, format),
    }),
    items: itemsOf(options),
    how: howItWorks(options),
    paths: options.paths,
  };
}

interface SharingItem {
  readonly row: Row;
  /** The button that starts or stops sharing the scope. Undefined for a required scope. */
  readonly action?: { readonly path: string; readonly text: string };
}

function itemsOf(options: SharingOptions): SharingItem[] {
  const { held, user, optionalScopes, paths, words } = options;
  const { textRow } = createRows(words);
  const needed = held.grantedScopes.filter((scope) => !optionalScopes.includes(scope));
  return [
    ...needed.map((scope) => ({ row: scopeValue(scope, words) })),
    ...optionalScopes.map((scope) => {
      const label = scopeLabel(scope, words);
      if (!held.grantedScopes.includes(scope)) {
        const action = {
          path: sharePath(scope, { login: paths.login, returnTo: paths.sharing }),
          text: words('share'),
        };
        return { row: textRow(label, words('sharing.notShared')), action };
      }
      const value = user && contactRow(scope, { user, words });
      return {
        row: value ? shortened(value) : textRow(label, words('sharing.shared')),
        action: {
          path: `${paths.stop}?${new URLSearchParams({ scope })}`,
          text: words('sharing.stop'),
        },
      };
    }),
  ];
}

/**
 * Shortens a value with several lines, such as a postal address, to its first line. That is enough
 * to recognise it.
 */
function shortened(row: Row): Row {
  const [first, ...others] = row.lines;
  return others.length > 0 ? { ...row, lines: [`${first}\u00a0…`] } : row;
}

/**
 * Explains how sharing works, and which records the site reads regardless of the attendee's choice.
 */
function howItWorks(options: SharingOptions) {
  const { held, user, optionalScopes, serviceScopes, limits, timeZone, words } = options;
  const { textRow, recordRow, listRow } = createRows(words);
  const when = (moment: number) => momentOf(moment, { locale: words.locale, timeZone });
  const minutes = limits.idleSeconds / 60;
  const own = serviceScopes.map((scope) => words(`sharing.own.${scope}`));
  const scopes = [...new Set([...held.grantedScopes, ...optionalScopes])];
  return {
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
    /** How the site uses each scope. */
    uses: scopes.map((scope) => scopeRow(scope, words)),
    /** Records that the site reads with its own credential, regardless of the attendee's choice. */
    ownRecords:
      own.length > 0 ? words('sharing.own.text', { what: formatList(own, words) }) : undefined,
    forDevelopers: [
      recordRow(words('profile.userId'), held.userId),
      ...(user
        ? [listRow(words('profile.permissions'), user.permissions, words('value.none'))]
        : []),
      listRow(words('profile.scopes'), held.grantedScopes, words('value.none')),
    ],
  };
}
