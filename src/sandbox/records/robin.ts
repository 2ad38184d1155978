// Robin: the attendee with nearly every field filled in.
import { type Attendee, ordinaryAttendee, products } from './attendee.ts';
import { application, type DealerRecord, tables } from './dealer.ts';
import type { RegistrationRecord } from './registration.ts';
import { roles } from './role.ts';
import type { UserRecord } from './user.ts';
import type { VolunteerRecord } from './volunteer.ts';

export function robin(url: string): Attendee {
  return ordinaryAttendee({
    id: 1001,
    key: 'robin',
    story: 'Everything filled in: paid, preferred name, volunteer and lead, dealer, roles',
    url,
    user: userFields(),
    registration: registrationFields(),
    rest: {
      volunteer: volunteerRecord(),
      dealer: dealerRecord(),
      roles: [
        { role: roles.staff, scope: 'convention' },
        { role: roles.nda, scope: 'global' },
      ],
    },
  });
}

function userFields(): Partial<UserRecord> {
  return {
    username: 'robin_banks',
    firstName: 'Roberta',
    lastName: 'Banks',
    preferredName: 'Robin',
    bornAt: '1990-03-01T00:00:00.000Z',
    newsletter: true,
    identityVerified: true,
    permissions: ['registration:view', 'volunteer:view'],
    addressLine1: '12 Harbour Lane',
    addressLine2: 'Apartment 4',
  };
}

function registrationFields(): Partial<RegistrationRecord> {
  return {
    badgeName: 'Robin Redbreast',
    ...products.sponsor,
    options: [
      { name: 'T-shirt size', type: 'select', value: 'M' },
      { name: 'Meals', type: 'multi', value: ['Friday dinner', 'Sunday brunch'] },
      { name: 'How did you hear of us?', type: 'text', value: 'A friend told me' },
      { name: 'Conventions visited before', type: 'number', value: 4 },
    ],
    flags: [{ id: '51', shortName: 'Sponsor' }],
  };
}

function volunteerRecord(): VolunteerRecord {
  return {
    createdAt: '2026-03-05T10:00:00.000Z',
    updatedAt: '2026-05-01T10:00:00.000Z',
    contactMethods: [
      { name: 'Chat', isPrimary: false, value: '@robin' },
      { name: 'E-mail', isPrimary: true, value: 'robin@example.org' },
    ],
    departments: [{ id: '11', name: 'Registration', states: ['experience', 'assignment'] }],
    options: [{ name: 'Hours a day', type: 'number', value: 6 }],
  };
}

function dealerRecord(): DealerRecord {
  return {
    id: '6001',
    name: "Robin's Nest Boxes",
    email: 'shop@example.org',
    addressLine1: '12 Harbour Lane',
    addressLine2: '',
    addressCity: 'Portland',
    addressZipcode: '97201',
    addressCountry: 'US',
    addressState: 'OR',
    options: [{ id: '71', name: 'Website', type: 'text', value: 'https://shop.example.org' }],
    applications: [
      application({
        id: '7001',
        specialRequests: 'Near a power outlet, please',
        status: 'approved',
        tableNumber: 'A12',
        tableType: tables.paidFull,
        dealerRequestTypes: [tables.paidFull, tables.unpaidHalf],
        options: [{ id: '72', name: 'Helpers', type: 'number', value: 1 }],
      }),
    ],
  };
}
