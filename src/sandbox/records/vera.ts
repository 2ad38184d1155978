// Vera: the volunteer in several departments.
import type { Attendee } from './attendee.ts';
import { ordinaryAttendee } from './ordinary.ts';

/** Returns the volunteer with every known state and an unknown one; the picture is under `url`. */
export function vera(url: string): Attendee {
  return ordinaryAttendee({
    id: 1010,
    key: 'vera',
    story: 'Volunteer in several departments: every known state and one that nobody knows',
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
