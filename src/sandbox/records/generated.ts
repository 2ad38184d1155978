// Generates any number of attendees by fixed rules, so that they are always the same.
import { type Attendee, ordinaryAttendee, products } from './attendee.ts';
import { application, business } from './dealer.ts';
import type { RegistrationRecord } from './registration.ts';
import { roles } from './role.ts';
import { departments, type VolunteerRecord } from './volunteer.ts';

const firstId = 100_001;
const animals = [
  'Fox',
  'Otter',
  'Heron',
  'Badger',
  'Lynx',
  'Wren',
  'Hare',
  'Newt',
  'Crow',
  'Seal',
  'Moth',
];
const colours = ['Amber', 'Blue', 'Crimson', 'Dusky', 'Emerald', 'Frosted', 'Golden'];
const familyNames = [
  'Abara',
  'Bianchi',
  'Castro',
  'Dubois',
  'Eriksen',
  'Fujita',
  'Garcia',
  'Haddad',
  'Ivanova',
  'Jansen',
];
const assignedRoles = [roles.staff, roles.nda, roles.conduct];
const departmentStates = ['experience', 'interest', 'avoid', 'assignment', 'request'];

/**
 * Returns `count` attendees, `guest-1` first. Out of 100, 97 are registered, 8 volunteer, 2 are
 * dealers and 5 hold a role.
 */
export function generateAttendees({ url, count }: { url: string; count: number }): Attendee[] {
  return Array.from({ length: count }, (_, position) => generateAttendee(url, position));
}

function generateAttendee(url: string, position: number): Attendee {
  const id = firstId + position;
  const key = `guest-${position + 1}`;
  // Multiplying by a number coprime to 100 spreads the cases evenly, without random numbers.
  const percent = (position * 37) % 100;
  const animal = pick(animals, position);
  const nickname = `${pick(colours, position)} ${animal}`;
  return ordinaryAttendee({
    id,
    key,
    story: 'Generated',
    url,
    user: {
      firstName: animal,
      lastName: pick(familyNames, position),
      preferredName: percent % 3 === 0 ? nickname : null,
      bornAt: `${1950 + (position % 55)}-${twoDigits(1 + (position % 12))}-${twoDigits(1 + (position % 28))}T00:00:00.000Z`,
      newsletter: percent % 2 === 0,
      identityVerified: percent < 60,
    },
    registration:
      percent >= 97
        ? null
        : registrationFields({ badgeName: `${nickname} ${position + 1}`, percent, position }),
    rest: {
      volunteer: percent >= 20 && percent < 28 ? volunteerRecord(key, position) : null,
      dealer:
        percent >= 30 && percent < 32
          ? dealerRecord({ id, key, name: `${nickname} Crafts` })
          : null,
      roles:
        percent >= 40 && percent < 45
          ? [{ role: pick(assignedRoles, position), scope: 'convention' }]
          : [],
    },
  });
}

function registrationFields({
  badgeName,
  percent,
  position,
}: {
  badgeName: string;
  percent: number;
  position: number;
}): Partial<RegistrationRecord> {
  const shirtSize = pick(['S', 'M', 'L', 'XL'], position);
  return {
    badgeName,
    status: percent < 82 ? 'paid' : 'unpaid',
    ...(percent < 10 ? products.sponsor : products.weekend),
    options: [{ name: 'T-shirt size', type: 'select', value: shirtSize }],
  };
}

function volunteerRecord(key: string, position: number): VolunteerRecord {
  const { id, name } = pick(departments, position);
  return {
    createdAt: '2026-03-09T12:00:00.000Z',
    updatedAt: '2026-04-01T12:00:00.000Z',
    contactMethods: [{ name: 'E-mail', isPrimary: true, value: `${key}@example.org` }],
    departments: [{ id, name, states: [pick(departmentStates, position)] }],
    options: [],
  };
}

function dealerRecord({ id, key, name }: { id: number; key: string; name: string }) {
  return business({
    id: String(500_000 + id),
    name,
    email: `${key}@example.org`,
    applications: [application({ id: String(700_000 + id) })],
  });
}

function pick<T>(choices: readonly T[], position: number): T {
  return choices[position % choices.length] as T;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
