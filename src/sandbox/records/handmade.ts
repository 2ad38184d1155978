// The twelve handmade attendees. Each attendee's story says which cases they cover.
import { type Attendee, ordinaryAttendee, products } from './attendee.ts';
import { application, business, tables } from './dealer.ts';
import { blankText, familyEmoji, stackedMarks, wideText } from './hostile.ts';
import { mallory } from './mallory.ts';
import { robin } from './robin.ts';
import { roles } from './role.ts';

export function handmadeAttendees(url: string): Attendee[] {
  return [
    robin(url),
    sam(url),
    mallory(url),
    noa(url),
    blair(url),
    wanda(url),
    kit(url),
    layla(url),
    zoe(url),
    vera(url),
    dee(url),
    stan(url),
  ];
}

function sam(url: string): Attendee {
  return ordinaryAttendee({
    id: 1002,
    key: 'sam',
    story:
      'Not paid; nothing optional filled in: no preferred name, no picture, no product name to display, no roles',
    url,
    user: { firstName: 'Samuel', lastName: 'Okafor', emailVerified: false, profilePictureUrl: '' },
    registration: { status: 'unpaid', ...products.day },
  });
}

function noa(url: string): Attendee {
  return ordinaryAttendee({
    id: 1004,
    key: 'noa',
    story: 'No registration; goes by one name only (the last name is empty)',
    url,
    user: { lastName: '' },
    registration: null,
  });
}

function blair(url: string): Attendee {
  return ordinaryAttendee({
    id: 1005,
    key: 'blair',
    story:
      'Badge name that looks empty; phone and address shared but empty; picture at another site',
    url,
    user: {
      phone: '',
      addressLine1: '',
      addressCity: '',
      addressState: '',
      addressZipcode: '',
      addressCountry: '',
      profilePictureUrl: 'https://pictures.example.net/blair.jpg',
    },
    registration: { badgeName: blankText },
  });
}

function wanda(url: string): Attendee {
  return ordinaryAttendee({
    id: 1006,
    key: 'wanda',
    story:
      'Badge name of forty wide characters, not paid; invalid phone number; address in an unknown country',
    url,
    user: { phone: 'hello', addressCountry: 'ZZ' },
    registration: { badgeName: wideText, status: 'unpaid' },
  });
}

function kit(url: string): Attendee {
  return ordinaryAttendee({
    id: 1007,
    key: 'kit',
    story: 'Badge name with emoji of several code points; address in Japan; under age',
    url,
    user: {
      bornAt: '2010-05-05T00:00:00.000Z',
      phone: '+81355550107',
      addressLine1: '2-8-1 Nishi-Shinjuku',
      addressCity: 'Shinjuku-ku',
      addressState: 'Tokyo',
      addressZipcode: '163-8001',
      addressCountry: 'JP',
    },
    registration: { badgeName: `Kit ${familyEmoji} \u{1F3F3}\uFE0F\u200D\u{1F308}` },
  });
}

function layla(url: string): Attendee {
  return ordinaryAttendee({
    id: 1008,
    key: 'layla',
    story: 'Right-to-left badge name and preferred name; address in the Emirates',
    url,
    user: {
      preferredName: '\u0644\u064A\u0644\u0649',
      addressCity: 'Dubai',
      addressState: '',
      addressZipcode: '',
      addressCountry: 'AE',
    },
    registration: {
      badgeName: '\u0644\u064A\u0644\u0649 \u0627\u0644\u062B\u0639\u0644\u0628 2027',
    },
  });
}

function zoe(url: string): Attendee {
  return ordinaryAttendee({
    id: 1009,
    key: 'zoe',
    story:
      'Badge name with stacked marks; optional fields are absent, not null; born on the last day of a year',
    url,
    user: {
      firstName: 'Zo\u00EB',
      preferredName: undefined,
      addressLine2: undefined,
      bornAt: '1984-12-31T00:00:00.000Z',
    },
    registration: { badgeName: stackedMarks },
  });
}

function vera(url: string): Attendee {
  return ordinaryAttendee({
    id: 1010,
    key: 'vera',
    story: 'Volunteer in several departments: every known state and an unknown one',
    url,
    rest: {
      volunteer: {
        createdAt: '2026-03-09T12:00:00.000Z',
        updatedAt: '2026-04-01T12:00:00.000Z',
        contactMethods: [
          { name: 'Phone', isPrimary: false, value: '+12025551010' },
          { name: 'E-mail', isPrimary: true, value: 'vera@example.org' },
        ],
        departments: [
          { id: '11', name: 'Registration', states: ['experience', 'interest'] },
          { id: '12', name: 'Safety', states: ['assignment', 'request'] },
          { id: '13', name: 'Art show', states: ['avoid'] },
          { id: '14', name: 'Stage & sound <crew>', states: ['on the waiting list'] },
        ],
        options: [
          { name: 'Days', type: 'multi', value: ['Friday', 'Saturday'] },
          { name: 'Allergies', type: 'text', value: '' },
        ],
      },
    },
  });
}

function dee(url: string): Attendee {
  return ordinaryAttendee({
    id: 1011,
    key: 'dee',
    story: 'Dealer with two applications: one pending, one with an unknown status',
    url,
    rest: {
      dealer: business({
        id: '6011',
        name: 'Dee & Daughters',
        email: 'dee@example.org',
        options: [{ id: '73', name: 'Phone at the table', type: 'phone', value: '+12025551011' }],
        applications: [
          application({ id: '7011', specialRequests: 'A corner table, if there is one' }),
          application({
            id: '7012',
            status: 'waitlisted',
            tableType: tables.paidFull,
            dealerRequestTypes: [tables.paidFull],
          }),
        ],
      }),
    },
  });
}

function stan(url: string): Attendee {
  return ordinaryAttendee({
    id: 1012,
    key: 'stan',
    story:
      'Staff: leads departments, holds roles of both scopes and one that automation manages, has permissions',
    url,
    user: {
      identityVerified: true,
      permissions: ['registration:view', 'user:roles:update', 'report:view'],
    },
    rest: {
      roles: [
        { role: roles.staff, scope: 'convention' },
        { role: roles.nda, scope: 'global' },
        { role: roles.paid, scope: 'convention' },
      ],
    },
  });
}
