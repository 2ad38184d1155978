// View model of the profile page, built from the attendee's record and the granted scopes. Pure.
import type { CurrentUser } from '../../convention/current-user.ts';
import { visible } from '../../text.ts';
import { addressLines, phoneNumber } from '../../web/contact-formats.ts';
import { birthDate, displayName, initials, legalName } from '../../web/formatting.ts';
import type { Translate } from '../../web/messages.ts';
import { createRows, type Row } from '../../web/rows.ts';
import { shareOffer, stopPath } from '../../web/scope-words.ts';
import { pictureAddress } from './picture.ts';

export function profileView(options: {
  user: CurrentUser;
  grantedScopes: readonly string[];
  optionalScopes: readonly string[];
  pictureOrigins: readonly string[];
  words: Translate;
}) {
  const { user, grantedScopes, optionalScopes, pictureOrigins, words } = options;
  const { ours, theirs, yesOrNo, names } = createRows(words);
  const name = displayName(user);
  const roles = (user.userRoles ?? []).map((role) => role.name);
  const hasPreferredName = visible(user.preferredName) !== '';

  const gated = [
    { scope: 'pii:email', value: user.email },
    { scope: 'pii:phone', value: phoneNumber(user.phone), direction: 'ltr' },
    { scope: 'pii:address', value: addressLines(user, words.locale) },
  ] as const;

  return {
    heading: words('profile.heading'),
    visitorName: name,
    picture: pictureAddress(user.profilePictureUrl, pictureOrigins),
    /** Shown if there is no picture, or if it fails to load. */
    initials: initials(name),
    about: [
      theirs(words('profile.name'), name),
      theirs(words('profile.username'), user.username),
      verificationRow(words('profile.emailVerified'), user.emailVerified),
      verificationRow(words('profile.identityVerified'), user.identityVerified),
    ],
    onId: {
      summary: words(hasPreferredName ? 'profile.onId.nameAndBirthDate' : 'profile.onId.birthDate'),
      rows: [
        ...(hasPreferredName ? [theirs(words('profile.legalName'), legalName(user))] : []),
        ours(
          words('profile.birthDate'),
          birthDate(user.bornAt, words.locale) ?? words('value.notAvailable'),
        ),
      ],
    },
    contact: gated.filter(({ scope }) => grantedScopes.includes(scope)).map(shared),
    /** Optional scopes that were not granted. The page names them only here. */
    notShared: optionalScopes
      .filter((scope) => !grantedScopes.includes(scope))
      .map((scope) => shareOffer(scope, { words, returnTo: '/profile' })),
    account: [
      yesOrNo(words('profile.newsletter'), user.newsletter),
      yesOrNo(words('profile.volunteer'), user.isVolunteer),
      yesOrNo(words('profile.departmentLead'), user.isDepartmentLead),
      names(words('profile.roles'), roles, words('profile.noRoles')),
    ],
    forDevelopers: [
      theirs(words('profile.userId'), user.id),
      names(words('profile.permissions'), user.permissions ?? [], words('value.none')),
      names(words('profile.scopes'), grantedScopes, words('value.none')),
    ],
  };

  /**
   * The row of a granted field: its value, "not provided" if the record has it empty, or "not
   * available" if the API left it out.
   */
  function shared({ scope, value, ...direction }: (typeof gated)[number]): Row {
    const label = words(`scope.${scope}.label`);
    const stop = { link: words('sharing.stop'), path: stopPath(scope) };
    if (value === undefined) return { ...ours(label, words('value.notAvailable')), ...stop };
    const row = theirs(label, value);
    return row.kind === 'theirs'
      ? { ...row, ...direction, ...stop }
      : { ...row, link: words('link.change') };
  }

  function verificationRow(label: string, value: boolean | null | undefined): Row {
    if (value === undefined || value === null) return ours(label, words('value.notAvailable'));
    return value
      ? ours(label, words('value.verified'))
      : { ...ours(label, words('value.notVerified')), link: words('link.verify') };
  }
}
