// View model of the profile page, built from the attendee's record and the granted scopes. Pure.
import type { CurrentUser } from '../../convention/current-user.ts';
import { addressLines, phoneNumber } from '../../web/contact-formats.ts';
import { birthDate, displayName, initials, legalName } from '../../web/formatting.ts';
import type { Translate } from '../../web/messages.ts';
import { pictureAddress } from '../../web/picture.ts';
import { createRows, type Row } from '../../web/rows.ts';
import { shareOffer, stopLink } from '../../web/scope-words.ts';
import { visitorOf } from '../../web/visitor.ts';
import type { PageDependencies } from '../page-dependencies.ts';

interface ProfileOptions
  extends Pick<PageDependencies, 'optionalScopes' | 'pictureOrigins' | 'pathOf'> {
  readonly user: CurrentUser;
  readonly grantedScopes: readonly string[];
  readonly words: Translate;
}

export function profileView(options: ProfileOptions) {
  const { user, grantedScopes, optionalScopes, pictureOrigins, words } = options;
  const { recordRow, yesNoRow, listRow } = createRows(words);
  const name = displayName(user);
  const roles = (user.userRoles ?? []).map((role) => role.name);

  return {
    heading: words('profile.heading'),
    ...visitorOf(user),
    picture: pictureAddress(user.profilePictureUrl, pictureOrigins),
    /** Shown if there is no picture, or if it fails to load. */
    initials: initials(name),
    about: [
      ...(user.preferredName ? [recordRow(words('profile.name'), name)] : []),
      recordRow(words('profile.username'), user.username),
      verificationRow(words('profile.emailVerified'), user.emailVerified, words),
      verificationRow(words('profile.identityVerified'), user.identityVerified, words),
    ],
    onId: onIdView(user, words),
    contact: contactRows(options),
    /** Optional scopes that were not granted. The page names them only here. */
    notShared: optionalScopes
      .filter((scope) => !grantedScopes.includes(scope))
      .map((scope) => shareOffer(scope, { words, returnTo: '/profile' })),
    account: [
      yesNoRow(words('profile.newsletter'), user.newsletter),
      yesNoRow(words('profile.volunteer'), user.isVolunteer),
      yesNoRow(words('profile.departmentLead'), user.isDepartmentLead),
      listRow(words('profile.roles'), roles, words('profile.noRoles')),
    ],
    forDevelopers: [
      recordRow(words('profile.userId'), user.id),
      listRow(words('profile.permissions'), user.permissions ?? [], words('value.none')),
      listRow(words('profile.scopes'), grantedScopes, words('value.none')),
    ],
  };
}

/** What is on the attendee's ID, in a section that is closed at first. */
function onIdView(user: CurrentUser, words: Translate) {
  const { textRow, recordRow } = createRows(words);
  const birthDateText = birthDate(user.bornAt, words.locale) ?? words('value.notAvailable');
  const birthDateRow = textRow(words('profile.birthDate'), birthDateText);
  const name = legalName(user);
  if (name === '') return { summary: words('profile.onId.birthDate'), rows: [birthDateRow] };
  return {
    summary: words('profile.onId.nameAndBirthDate'),
    rows: [recordRow(words('profile.legalName'), name), birthDateRow],
  };
}

function verificationRow(label: string, value: boolean | null | undefined, words: Translate): Row {
  const { textRow } = createRows(words);
  if (value === undefined || value === null) return textRow(label, words('value.notAvailable'));
  return value
    ? textRow(label, words('value.verified'))
    : { ...textRow(label, words('value.notVerified')), link: words('link.verify') };
}

/** The rows of the optional scopes that the attendee shares. */
function contactRows(options: ProfileOptions): Row[] {
  const { user, grantedScopes, words } = options;
  const fields = [
    { scope: 'pii:email', value: user.email },
    { scope: 'pii:phone', value: phoneNumber(user.phone), direction: 'ltr' },
    { scope: 'pii:address', value: addressLines(user, words.locale) },
  ] as const;
  return fields
    .filter(({ scope }) => grantedScopes.includes(scope))
    .map((field) => contactRow(field, options));
}

interface ContactField {
  readonly scope: string;
  readonly value: string | readonly string[] | null | undefined;
  readonly direction?: 'ltr';
}

/**
 * The row of a granted field: its value, "not provided" if the record has it empty, or "not
 * available" if the API left it out.
 */
function contactRow({ scope, value, ...direction }: ContactField, options: ProfileOptions): Row {
  const { words } = options;
  const { textRow, recordRow } = createRows(words);
  const label = words(`scope.${scope}.label`);
  const stop = stopLink(scope, options);
  if (value === undefined) return { ...textRow(label, words('value.notAvailable')), ...stop };
  const row = recordRow(label, value);
  return row.kind === 'record'
    ? { ...row, ...direction, ...stop }
    : { ...row, link: words('link.change') };
}
