// Mallory: the attendee whose records try to break every page.
import type { Attendee } from './attendee.ts';
import { application, type DealerRecord } from './dealer.ts';
import { ATTRIBUTE, FAMILY, MARKUP, REVERSED, STACKED, WIDE } from './hostile.ts';
import { ordinaryAttendee } from './ordinary.ts';
import type { RegistrationRecord } from './registration.ts';
import { ROLES } from './role.ts';
import type { UserRecord } from './user.ts';
import type { VolunteerRecord } from './volunteer.ts';

/** Returns the attendee with a hostile string in every free-text field. */
export function mallory(url: string): Attendee {
  return ordinaryAttendee({
    id: 1003,
    key: 'mallory',
    story:
      'Hostile strings in every field of free text, markup as badge name, a script for a picture',
    url,
    user: userFields(),
    registration: registrationFields(),
    rest: {
      volunteer: volunteerRecord(),
      dealer: dealerRecord(),
      roles: [{ role: ROLES.hostile, scope: 'convention' }],
    },
  });
}

function userFields(): Partial<UserRecord> {
  return {
    username: MARKUP,
    firstName: STACKED,
    lastName: REVERSED,
    preferredName: `${WIDE}${FAMILY}`,
    permissions: ['</code><script>alert(3)</script>'],
    profilePictureUrl: 'javascript:alert(4)',
    email: `${ATTRIBUTE}@example.org`,
    phone: '+1<b>202</b>5550103',
    addressLine1: MARKUP,
    addressLine2: FAMILY,
    addressCity: STACKED,
    addressState: REVERSED,
    addressZipcode: WIDE,
    addressCountry: '<b>',
  };
}

function registrationFields(): Partial<RegistrationRecord> {
  return {
    badgeName: MARKUP,
    productName: ATTRIBUTE,
    productDisplayName: REVERSED,
    options: [
      { name: MARKUP, type: 'text', value: ATTRIBUTE },
      { name: REVERSED, type: 'multi', value: [STACKED, WIDE, FAMILY, ''] },
    ],
    flags: [{ id: '59', shortName: ATTRIBUTE }],
  };
}

function volunteerRecord(): VolunteerRecord {
  return {
    createdAt: 'yesterday',
    updatedAt: '',
    contactMethods: [{ name: MARKUP, isPrimary: true, value: 'javascript:alert(6)' }],
    departments: [{ id: '14', name: 'Stage & sound <crew>', states: [ATTRIBUTE] }],
    options: [{ name: STACKED, type: 'text', value: REVERSED }],
  };
}

function dealerRecord(): DealerRecord {
  return {
    id: '6003',
    name: MARKUP,
    email: ATTRIBUTE,
    addressLine1: WIDE,
    addressLine2: REVERSED,
    addressCity: STACKED,
    addressZipcode: FAMILY,
    addressCountry: '<b>',
    addressState: MARKUP,
    options: [{ id: '79', name: MARKUP, type: 'future', value: { nested: [MARKUP] } }],
    applications: [
      application({
        id: '7003',
        specialRequests: MARKUP,
        status: ATTRIBUTE,
        tableNumber: REVERSED,
      }),
    ],
  };
}
