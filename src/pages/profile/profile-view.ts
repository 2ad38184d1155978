// View model for the profile page, built from the attendee's record and the granted scopes. Pure.
import type { CurrentUser } from '../../convention/current-user.ts';
import { shownBy } from '../../scopes.ts';
import { entriesOf, type Unreadable, unreadable } from '../../text.ts';
import type { PathOf } from '../../web/page.ts';
import { legalName, personView, visitorOf } from '../../web/person.ts';
import { createRows, type Row } from '../../web/rows.ts';
import { contactRow, describeScopes, scopeLabel, sharePath } from '../../web/scope-rows.ts';
import { birthDate } from '../../web/words/dates.ts';
import type { Translate } from '../../web/words/messages.ts';

interface ProfileOptions {
  readonly user: CurrentUser;
  readonly grantedScopes: readonly string[];
  /** The scopes that an attendee may refuse. */
  readonly optionalScopes: readonly string[];
  readonly pictureOrigins: readonly string[];
  /** The page where attendees can confirm their identity. Undefined if the desk confirms it. */
  readonly identityUrl: URL | undefined;
  readonly paths: { readonly login: string; readonly profile: string };
  readonly pathOf: PathOf;
  readonly words: Translate;
}

export function profileView(options: ProfileOptions) {
  const { user, pictureOrigins, words } = options;
  return {
    heading: words('profile.heading'),
    ...visitorOf(user),
    person: personView(user, pictureOrigins),
    contact: contactRows(options),
    offer: offerOf(options),
    onId: onIdView(options),
    atConvention: atConventionRows(options),
  };
}

function contactRows({ user, grantedScopes, optionalScopes, words }: ProfileOptions): Row[] {
  const shared = optionalScopes.filter((scope) => grantedScopes.includes(scope));
  return shared.flatMap((scope) => {
    const row = contactRow(scope, { user, words });
    if (!row) return [];
    const isMarked = shownBy(scope) === 'email' && row.kind === 'record';
    return isMarked ? { ...row, ...confirmation(user.emailVerified, words) } : row;
  });
}

/** Offers the optional scopes that the attendee does not share. Undefined if all are shared. */
function offerOf({ grantedScopes, optionalScopes, paths, words }: ProfileOptions) {
  const notShared = optionalScopes.filter((scope) => !grantedScopes.includes(scope));
  const count = notShared.length;
  if (count === 0) return undefined;
  return {
    question: words('profile.offer', { count, what: describeScopes(notShared, words) }),
    text: words('profile.notShared', { count }),
    scopes: notShared.map((scope) => ({
      label: scopeLabel(scope, words),
      path: sharePath(scope, { login: paths.login, returnTo: paths.profile }),
    })),
  };
}

/** The data on the attendee's ID: whether it is confirmed, and the details, which are collapsed. */
function onIdView({ user, identityUrl, words }: ProfileOptions) {
  const { textRow, recordRow } = createRows(words);
  const none = user.bornAt ? 'value.unreadable' : 'value.notAvailable';
  const birthDateText = birthDate(user.bornAt, words.locale) ?? words(none);
  const name = legalName(user);
  const isUnreadable = user.firstName === unreadable || user.lastName === unreadable;
  const what = name ? 'profile.onId.nameAndBirthDate' : 'profile.onId.birthDate';
  return {
    identity: {
      ...textRow(words('profile.identity'), words(what)),
      ...identityMark(user.identityVerified, { identityUrl, words }),
    },
    details: [
      ...(name || isUnreadable
        ? [recordRow(words('profile.legalName'), isUnreadable ? unreadable : name)]
        : []),
      textRow(words('profile.birthDate'), birthDateText),
    ],
  };
}

/** Roles and volunteering, each with a link to its page unless this site leaves it out. */
function atConventionRows({ user, pathOf, words }: ProfileOptions): Row[] {
  const { listRow } = createRows(words);
  const names = entriesOf(user.userRoles).map(({ name }) => name);
  const roles = listRow(
    words('profile.roles'),
    user.userRoles === unreadable ? unreadable : names,
    '',
  );
  const helps = [
    ...(user.isVolunteer === true ? [words('profile.volunteer')] : []),
    ...(user.isDepartmentLead === true ? [words('profile.departmentLead')] : []),
  ];
  const linkTo = (page: string): Pick<Row, 'link' | 'path'> => {
    const path = pathOf(page);
    return path ? { link: words('open'), path } : {};
  };
  const volunteering = { label: words('nav.volunteering'), lines: [helps.join(', ')] };
  return [
    ...(roles.kind === 'record list' ? [{ ...roles, ...linkTo('roles') }] : []),
    ...(helps.length > 0
      ? [{ ...volunteering, kind: 'text' as const, ...linkTo('volunteering') }]
      : []),
  ];
}

/**
 * Marks a value as confirmed or not confirmed by the convention. If it is not confirmed, also links
 * to the page where the attendee can confirm it. An unknown state does not get a mark.
 */
function confirmation(
  isConfirmed: boolean | null | undefined | Unreadable,
  words: Translate,
): Pick<Row, 'mark' | 'link'> {
  if (typeof isConfirmed !== 'boolean') return {};
  return isConfirmed
    ? { mark: { text: words('profile.confirmed'), isGood: true } }
    : {
        mark: { text: words('profile.notConfirmed'), isGood: false },
        link: words('profile.confirm'),
      };
}

/**
 * Like `confirmation`, but for the attendee's identity. Without IDENTITY_URL, it is confirmed at
 * the desk.
 */
function identityMark(
  isConfirmed: CurrentUser['identityVerified'],
  { identityUrl, words }: Pick<ProfileOptions, 'identityUrl' | 'words'>,
): Pick<Row, 'mark' | 'link' | 'url'> {
  // This message is separate because "confirmed" has to agree with "name and date of birth" in some
  // languages.
  if (isConfirmed === true)
    return { mark: { text: words('profile.identity.confirmed'), isGood: true } };
  if (isConfirmed !== false) return {};
  return identityUrl
    ? { ...confirmation(false, words), url: identityUrl.href }
    : { mark: { text: words('profile.identity.atDesk'), isGood: false } };
}
