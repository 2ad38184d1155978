// Every word of the profile, decided by what the record holds and what the attendee shares. Pure. Step 7 of the story.
import type { CurrentUser } from '../../convention/current-user.ts';
import { addressLines, phoneNumber } from '../../web/contact-formats.ts';
import { birthDate, displayName, initials, legalName, visible } from '../../web/formatting.ts';
import type { Translate } from '../../web/messages.ts';
import { createRows, type Row } from '../../web/rows.ts';
import { offerOf, stopPath } from '../../web/scope-words.ts';
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
    /** In place of a picture, also of one that does not load. */
    initials: initials(name),
    about: [
      theirs(words('profile.name'), name),
      theirs(words('profile.username'), user.username),
      verified(words('profile.emailVerified'), user.emailVerified),
      verified(words('profile.identityVerified'), user.identityVerified),
    ],
    onId: {
      summary: words(hasPreferredName ? 'profile.onId.nameAndBirthDate' : 'profile.onId.birthDate'),
      rows: [
        ...(hasPreferredName ? [theirs(words('profile.legalName'), legalName(user))] : []),
        ours(words('profile.birthDate'), birthDate(user.bornAt, words.locale) ?? words('value.notAvailable')),
      ],
    },
    contact: gated.filter(({ scope }) => grantedScopes.includes(scope)).map(shared),
    /** What the attendee did not share, named only here. */
    notShared: optionalScopes
      .filter((scope) => !grantedScopes.includes(scope))
      .map((scope) => offerOf(scope, { words, returnTo: '/profile' })),
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

  /** A shared field has a value, or is empty at the registration site, or did not come although it may. */
  function shared({ scope, value, ...direction }: (typeof gated)[number]): Row {
    const label = words(`scope.${scope}.label`);
    const stop = { link: words('sharing.stop'), path: stopPath(scope) };
    if (value === undefined) return { ...ours(label, words('value.notAvailable')), ...stop };
    const row = theirs(label, value);
    return row.kind === 'theirs' ? { ...row, ...direction, ...stop } : { ...row, link: words('link.change') };
  }

  function verified(label: string, value: boolean | null | undefined): Row {
    if (value === undefined || value === null) return ours(label, words('value.notAvailable'));
    return value
      ? ours(label, words('value.verified'))
      : { ...ours(label, words('value.notVerified')), link: words('link.verify') };
  }
}
