// The attendees made by hand: each stands for one case that a page must get right.
import type { Attendee } from './attendee.ts';

/** Returns the attendees made by hand; their pictures live under `baseUrl`. */
export function handmadeAttendees(baseUrl: string): Attendee[] {
  return [robin(baseUrl), sam(baseUrl), mallory()];
}

function robin(baseUrl: string): Attendee {
  return {
    key: 'robin',
    story: 'Everything filled in, with a preferred name',
    user: {
      id: 1001,
      username: 'robin_banks',
      firstName: 'Roberta',
      lastName: 'Banks',
      preferredName: 'Robin',
      bornAt: '1990-03-01T00:00:00.000Z',
      newsletter: true,
      emailVerified: true,
      identityVerified: true,
      isVolunteer: true,
      isDepartmentLead: true,
      permissions: ['registration:view', 'volunteer:view'],
      profilePictureUrl: `${baseUrl}/pictures/1001.svg`,
      userRoles: [
        { id: 1, name: 'Staff' },
        { id: 3, name: 'Signed the NDA' },
      ],
      email: 'robin@example.org',
      phone: '+12025550101',
      addressLine1: '12 Harbour Lane',
      addressLine2: 'Apartment 4',
      addressCity: 'Portland',
      addressState: 'OR',
      addressZipcode: '97201',
      addressCountry: 'US',
    },
  };
}

function sam(baseUrl: string): Attendee {
  return {
    key: 'sam',
    story: 'Nothing optional filled in: no preferred name, no second address line',
    user: {
      id: 1002,
      username: 'sam',
      firstName: 'Samuel',
      lastName: 'Okafor',
      preferredName: null,
      bornAt: '1984-12-31T00:00:00.000Z',
      newsletter: false,
      emailVerified: false,
      identityVerified: false,
      isVolunteer: false,
      isDepartmentLead: false,
      permissions: [],
      profilePictureUrl: `${baseUrl}/pictures/1002.svg`,
      userRoles: [],
      email: 'sam@example.org',
      phone: '+442079460102',
      addressLine1: '7 Mill Road',
      addressLine2: null,
      addressCity: 'Bristol',
      addressState: 'Bristol',
      addressZipcode: 'BS1 4DJ',
      addressCountry: 'GB',
    },
  };
}

function mallory(): Attendee {
  const markup = '<script>alert(1)</script><b onmouseover="alert(2)">\'&amp;</b>';
  const reversed = '\u202Egnirts desrever\u202C';
  const stacked = `Z${'\u0335\u0321\u0353'.repeat(12)}a${'\u0300\u0301\u0308'.repeat(12)}lgo`;
  const family = '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}\u200D\u{1F466}';
  return {
    key: 'mallory',
    story: 'Hostile strings in every field of free text, and a script for a picture',
    user: {
      id: 1003,
      username: markup,
      firstName: stacked,
      lastName: reversed,
      preferredName: `${'W'.repeat(40)}${family}`,
      bornAt: '1999-09-09T00:00:00.000Z',
      newsletter: false,
      emailVerified: true,
      identityVerified: false,
      isVolunteer: false,
      isDepartmentLead: false,
      permissions: ['</code><script>alert(3)</script>'],
      profilePictureUrl: 'javascript:alert(4)',
      userRoles: [{ id: 4, name: `"><img src=x onerror=alert(5)>${reversed}` }],
      email: '"><svg/onload=alert(6)>@example.org',
      phone: '+1<b>202</b>5550103',
      addressLine1: markup,
      addressLine2: family,
      addressCity: stacked,
      addressState: reversed,
      addressZipcode: 'W'.repeat(40),
      addressCountry: '<b>',
    },
  };
}
