// The operations in docs/interface.md 4, in the same order, and those that exist in only one mode.
import type { Convention } from '../records/convention.ts';
import { configOperations } from './config.ts';
import { currentUserOperations } from './current-user.ts';
import { dealerOperations } from './dealers.ts';
import type { Operation } from './operation.ts';
import { registrationOperations } from './registrations.ts';
import { roleOperations } from './roles.ts';
import { userOperations } from './users.ts';
import { volunteerOperations } from './volunteers.ts';

export function allOperations(convention: Convention): Operation[] {
  return [
    ...currentUserOperations(convention),
    ...registrationOperations(convention),
    ...volunteerOperations(convention),
    ...dealerOperations(convention),
    ...roleOperations(convention),
    ...userOperations(convention),
    ...configOperations(convention),
  ];
}

/**
 * Returns the scopes that a service credential can have (docs/interface.md 5.4): every service
 * scope that an operation requires.
 */
export function serviceScopesOf(operations: readonly Operation[]): string[] {
  const scopes = operations.flatMap(({ access }) =>
    typeof access === 'object' && 'service' in access ? access.service : [],
  );
  return [...new Set(scopes)];
}
