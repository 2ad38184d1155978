// Volunteers (interface 2.5, 4.4, 4.5): how to reach them, and which departments they touch.
import { z } from 'zod';
import { apiPath } from './api-path.ts';
import type { Send } from './http.ts';
import { option } from './option.ts';
import { checkOwner, readAnswer } from './read-answer.ts';
import { id, listOf, text, yesOrNo } from './schema.ts';
import { search } from './search.ts';
import { type PersonalField, type RecordOfUser, withUserSummary } from './user-summary.ts';

const volunteerWith = withUserSummary((user) =>
  z.object({
    createdAt: text,
    updatedAt: text,
    contactMethods: listOf(z.object({ name: text, isPrimary: yesOrNo, value: text })),
    departments: listOf(z.object({ id, name: text, states: listOf(z.string()) })),
    user,
    options: listOf(option),
  }),
);

/**
 * A volunteer. A department's `states` are known ones such as `interest` and `assignment`, or later ones, kept as sent.
 */
export type Volunteer = z.output<ReturnType<typeof volunteerWith>>;

/**
 * Retrieves one user's volunteer record (interface 4.5, scope volunteer:read). Rejects with a ConventionError:
 * not-found when there is none, invalid-answer when the record is somebody else's.
 */
export async function retrieveVolunteer(send: Send, { userId, include }: RecordOfUser): Promise<Volunteer> {
  const operation = 'Retrieve volunteer record';
  const answer = await send({ operation, method: 'GET', path: apiPath`/api/v0/users/${userId}/volunteer` });
  const volunteer = readAnswer(volunteerWith(include), answer);
  checkOwner({ operation, ownerId: volunteer.user.id, userId });
  return volunteer;
}

export interface VolunteerSearch {
  /** Records per request, 1 to 100; another number is a RangeError. The convention's default is 100. */
  limit?: number;
  include?: readonly PersonalField[];
}

/** Searches volunteers (interface 4.4, scope volunteer:read). Iterating rejects with a ConventionError. */
export function searchVolunteers(send: Send, { include, ...criteria }: VolunteerSearch = {}): AsyncIterable<Volunteer> {
  return search(send, {
    ...criteria,
    operation: 'Search volunteers',
    path: '/api/v0/volunteers/search',
    record: volunteerWith(include),
  });
}
