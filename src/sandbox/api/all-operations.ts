// Every operation of the API, in the order of interface section 4.
import type { Convention } from '../records/convention.ts';
import { about } from './about.ts';
import { currentUser } from './current-user.ts';
import { dealers } from './dealers.ts';
import type { Operation, Resource } from './operation.ts';
import { registrations } from './registrations.ts';
import { roles } from './roles.ts';
import { volunteers } from './volunteers.ts';

/** The operations of the interface by record, and `/api/config`. */
export const resources: Resource[] = [
  currentUser,
  registrations,
  volunteers,
  dealers,
  roles,
  about,
];

export function allOperations(convention: Convention): Operation[] {
  return resources.flatMap(({ operations }) => operations(convention));
}

/** Returns the scopes that a service credential can hold (interface 5.4): those of operations. */
export function serviceScopesOf(operations: readonly Operation[]): string[] {
  const scopes = operations.flatMap(({ access }) =>
    typeof access === 'object' && 'service' in access ? access.service : [],
  );
  return [...new Set(scopes)];
}
