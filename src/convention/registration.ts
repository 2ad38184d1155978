// Registrations (interface 2.4, 4.2, 4.3): badge name, product, and whether it is paid. One per user.
import { z } from 'zod';
import { apiPath } from './api-path.ts';
import type { Send } from './http.ts';
import { option } from './option.ts';
import { checkOwner, readAnswer } from './read-answer.ts';
import { id, listOf, text } from './schema.ts';
import { search } from './search.ts';
import { type PersonalField, type RecordOfUser, withUserSummary } from './user-summary.ts';

const registrationWith = withUserSummary((user) =>
  z.object({
    createdAt: text,
    updatedAt: text,
    badgeName: text,
    status: text,
    productName: text,
    productDisplayName: text,
    productId: id.nullish(),
    options: listOf(option),
    flags: listOf(z.object({ id, shortName: text })),
    user,
  }),
);

/** A registration. `status` is `paid` or `unpaid`, or a later one, kept as sent. */
export type Registration = z.output<ReturnType<typeof registrationWith>>;

/**
 * Gets the registration of one user (interface 4.2, scope registration:read). Rejects with a ConventionError: not-found
 * when there is none, invalid-answer when the record is somebody else's.
 */
export async function getRegistration(send: Send, { userId, include }: RecordOfUser): Promise<Registration> {
  const operation = 'Get registration';
  const answer = await send({ operation, method: 'GET', path: apiPath`/api/v0/users/${userId}/registration` });
  const registration = readAnswer(registrationWith(include), answer);
  checkOwner({ operation, ownerId: registration.user.id, userId });
  return registration;
}

export interface RegistrationSearch {
  /** Only the registrations of these users; asked for in calls of 100. */
  userIds?: readonly string[];
  /** Records per request, 1 to 100; another number is a RangeError. The convention's default is 100. */
  limit?: number;
  include?: readonly PersonalField[];
}

/** Searches registrations (interface 4.3, scope registration:read). Iterating rejects with a ConventionError. */
export function searchRegistrations(
  send: Send,
  { include, ...criteria }: RegistrationSearch = {},
): AsyncIterable<Registration> {
  return search(send, {
    ...criteria,
    operation: 'Search registrations',
    path: '/api/v0/registration/search',
    record: registrationWith(include),
  });
}
