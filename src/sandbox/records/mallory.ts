// Mallory: the attendee whose records try to break every page.
import { type Attendee, ordinaryAttendee } from './attendee.ts';
import { application, type DealerRecord } from './dealer.ts';
import {
  attributeBreak,
  familyEmoji,
  markup,
  reversedText,
  stackedMarks,
  wideText,
} from './hostile.ts';
import type { RegistrationRecord } from './registration.ts';
import { roles } from './role.ts';
import type { UserRecord } from './user.ts';
import type { VolunteerRecord } from './volunteer.ts';

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
      roles: [{ role: roles.hostile, scope: 'convention' }],
    },
  });
}

function userFields(): Partial<UserRecord> {
  return {
    username: markup,
    firstName: stackedMarks,
    lastName: reversedText,
    preferredName: `${wideText}${familyEmoji}`,
    permissions: ['</code><script>alert(3)</script>'],
    profilePictureUrl: 'javascript:alert(4)',
    email: `${attributeBreak}@example.org`,
    phone: '+1<b>202</b>5550103',
    addressLine1: markup,
    addressLine2: familyEmoji,
    addressCity: stackedMarks,
    addressState: reversedText,
    addressZipcode: wideText,
    addressCountry: '<b>',
  };
}

function registrationFields(): Partial<RegistrationRecord> {
  return {
    badgeName: markup,
    productName: attributeBreak,
    productDisplayName: reversedText,
    options: [
      { name: markup, type: 'text', value: attributeBreak },
      { name: reversedText, type: 'multi', value: [stackedMarks, wideText, familyEmoji, ''] },
    ],
    flags: [{ id: '59', shortName: attributeBreak }],
  };
}

function volunteerRecord(): VolunteerRecord {
  return {
    createdAt: 'yesterday',
    updatedAt: '',
    contactMethods: [{ name: markup, isPrimary: true, value: 'javascript:alert(6)' }],
    departments: [{ id: '14', name: 'Stage & sound <crew>', states: [attributeBreak] }],
    options: [{ name: stackedMarks, type: 'text', value: reversedText }],
  };
}

function dealerRecord(): DealerRecord {
  return {
    id: '6003',
    name: markup,
    email: attributeBreak,
    addressLine1: wideText,
    addressLine2: reversedText,
    addressCity: stackedMarks,
    addressZipcode: familyEmoji,
    addressCountry: '<b>',
    addressState: markup,
    options: [{ id: '79', name: markup, type: 'future', value: { nested: [markup] } }],
    applications: [
      application({
        id: '7003',
        specialRequests: markup,
        status: attributeBreak,
        tableNumber: reversedText,
      }),
    ],
  };
}
