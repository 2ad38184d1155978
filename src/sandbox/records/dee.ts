// Dee: the dealer with two applications.
import type { Attendee } from './attendee.ts';
import { application, business, tableTypes } from './dealer.ts';
import { ordinaryAttendee } from './ordinary.ts';

/** Returns the dealer with two applications for a table; the picture is under `url`. */
export function dee(url: string): Attendee {
  return ordinaryAttendee({
    id: 1011,
    key: 'dee',
    story: 'Dealer with two applications: one pending, one with a status that nobody knows',
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
            tableType: tableTypes.full,
            dealerRequestTypes: [tableTypes.full],
          }),
        ],
      }),
    },
  });
}
