// Every word of the profile, decided by what the record holds and what the attendee shares. Pure. Step 7 of the story.
import type { CurrentUser } from '../../convention/current-user.ts';
import { birthDate, displayName, legalName, visible } from '../../web/formatting.ts';
import type { Translate } from '../../web/messages.ts';
import type { PageView } from '../../web/views.ts';

export interface ProfileRow {
  readonly label: string;
  /** One line for most rows; an address has several. */
  readonly lines: readonly string[];
  /** The attendee's own words (to be isolated, never translated), or ours. */
  readonly kind: 'theirs' | 'ours';
  /** Offers the way to the registration site, where this can be changed. */
  readonly link?: string;
}

export interface ProfileView extends PageView {
  readonly about: readonly ProfileRow[];
  readonly onId: { readonly summary: string; readonly rows: readonly ProfileRow[] };
  readonly contact: readonly ProfileRow[];
  /** What the attendee did not share, named only here. */
  readonly notShared: readonly string[];
}

export function profileView(options: {
  user: CurrentUser;
  grantedScopes: readonly string[];
  words: Translate;
}): ProfileView {
  const { user, grantedScopes, words } = options;
  const name = displayName(user);
  const hasPreferredName = visible(user.preferredName) !== '';

  const gated = [
    { scope: 'pii:email', label: words('profile.email'), lines: [user.email] },
    { scope: 'pii:phone', label: words('profile.phone'), lines: [user.phone] },
    { scope: 'pii:address', label: words('profile.address'), lines: addressLines(user) },
  ];

  return {
    heading: words('profile.heading'),
    visitorName: name,
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
        ours(words('profile.birthDate'), birthDate(user.bornAt, 'en') ?? words('value.notAvailable')),
      ],
    },
    contact: gated.filter(({ scope }) => grantedScopes.includes(scope)).map(({ label, lines }) => shared(label, lines)),
    notShared: gated.filter(({ scope }) => !grantedScopes.includes(scope)).map(({ label }) => label),
  };

  /** A shared field has a value, or is empty at the registration site, or did not come although it may. */
  function shared(label: string, values: readonly (string | null | undefined)[]): ProfileRow {
    const lines = values.map(visible).filter((line) => line !== '');
    if (lines.length > 0) return { label, lines, kind: 'theirs' };
    if (values.every((value) => value === undefined)) return ours(label, words('value.notAvailable'));
    return { ...ours(label, words('value.notProvided')), link: words('link.change') };
  }

  function theirs(label: string, value: string | null | undefined): ProfileRow {
    return visible(value)
      ? { label, lines: [visible(value)], kind: 'theirs' }
      : ours(label, words('value.notProvided'));
  }

  function verified(label: string, value: boolean | null | undefined): ProfileRow {
    if (value === undefined || value === null) return ours(label, words('value.notAvailable'));
    return value
      ? ours(label, words('value.verified'))
      : { ...ours(label, words('value.notVerified')), link: words('link.verify') };
  }
}

function ours(label: string, line: string): ProfileRow {
  return { label, lines: [line], kind: 'ours' };
}

function addressLines(user: CurrentUser): (string | null | undefined)[] {
  const { addressLine1, addressLine2, addressCity, addressState, addressZipcode, addressCountry } = user;
  return [addressLine1, addressLine2, addressCity, addressState, addressZipcode, addressCountry];
}
