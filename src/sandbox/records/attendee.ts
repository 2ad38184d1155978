// An attendee with all their records, and the ordinary attendee that all others are based on.
import type { DealerRecord } from './dealer.ts';
import type { RegistrationRecord } from './registration.ts';
import type { HeldRole } from './role.ts';
import type { UserRecord } from './user.ts';
import type { VolunteerRecord } from './volunteer.ts';

/** A record is null if the attendee does not have it. */
export interface Attendee {
  /** The name on the log-in page. */
  key: string;
  /** The cases that this attendee covers, in one line. */
  story: string;
  user: UserRecord;
  registration: RegistrationRecord | null;
  volunteer: VolunteerRecord | null;
  dealer: DealerRecord | null;
  /** The only field that API calls change. */
  roles: HeldRole[];
}

export const products = {
  weekend: { productName: 'weekend-2027', productDisplayName: 'Weekend ticket', productId: '21' },
  sponsor: { productName: 'sponsor-2027', productDisplayName: 'Sponsor', productId: '22' },
  day: { productName: 'saturday-2027', productDisplayName: null, productId: '23' },
};

interface AttendeeOptions {
  id: number;
  key: string;
  story: string;
  url: string;
  user?: Partial<UserRecord>;
  registration?: Partial<RegistrationRecord> | null;
  rest?: Partial<Pick<Attendee, 'volunteer' | 'dealer' | 'roles'>>;
}

/**
 * Returns an attendee with a paid registration, no volunteer record, no dealer profile and no
 * roles, except for the fields given.
 */
export function ordinaryAttendee({
  id,
  key,
  story,
  url,
  user,
  registration,
  rest,
}: AttendeeOptions): Attendee {
  return {
    key,
    story,
    user: {
      id,
      username: key,
      firstName: capitalized(key),
      lastName: 'Example',
      preferredName: null,
      bornAt: '1990-01-01T00:00:00.000Z',
      newsletter: false,
      emailVerified: true,
      identityVerified: false,
      permissions: [],
      profilePictureUrl: `${url}/pictures/${id}.svg`,
      email: `${key}@example.org`,
      phone: `+1202555${String(id % 10_000).padStart(4, '0')}`,
      addressLine1: '1 Example Street',
      addressLine2: null,
      addressCity: 'Portland',
      addressState: 'OR',
      addressZipcode: '97201',
      addressCountry: 'US',
      ...user,
    },
    registration: registration === null ? null : ordinaryRegistration(key, registration),
    volunteer: null,
    dealer: null,
    roles: [],
    ...rest,
  };
}

function ordinaryRegistration(
  key: string,
  overrides: Partial<RegistrationRecord> = {},
): RegistrationRecord {
  return {
    createdAt: '2026-03-02T18:05:09.000Z',
    updatedAt: '2026-04-11T07:30:00.000Z',
    badgeName: capitalized(key),
    status: 'paid',
    ...products.weekend,
    options: [],
    flags: [],
    ...overrides,
  };
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
