// Every operation of the API, in the order of interface section 4.
import type { Convention } from '../records/convention.ts';
import { aboutOperations } from './about.ts';
import { currentUserOperations } from './current-user.ts';
import { dealerOperations } from './dealers.ts';
import type { Operation } from './operation.ts';
import { registrationOperations } from './registrations.ts';
import { roleOperations } from './roles.ts';
import { volunteerOperations } from './volunteers.ts';

/** Returns the operations of the interface and `/api/config`. */
export function allOperations(convention: Convention): Operation[] {
  return [
    ...currentUserOperations(convention),
    ...registrationOperations(convention),
    ...volunteerOperations(convention),
    ...dealerOperations(convention),
    ...roleOperations(convention),
    ...aboutOperations(),
  ];
}
