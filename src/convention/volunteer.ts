// Volunteers (interface 2.5, 4.4, 4.5): how to reach them, and which departments they touch.
import { z } from 'zod';
import { apiPath } from './api-path.ts';
import type { Send } from './http.ts';
import { retrieve } from './read-answer.ts';
import { id, listOf, option, text, yesOrNo } from './schema.ts';
import { type SearchCriteria, search } from './search.ts';
import { type RecordOfUser, withUserSummary } from './user-summary.ts';

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

/** A volunteer. A department's `states` are known ones such as `interest` and `assignment`, or later ones, kept as sent. */
export type Volunteer = z.output<ReturnType<typeof volunteerWith>>;

/** Reads volunteer records (scope volunteer:read). */
export function volunteerOperations(send: Send) {
  return {
    /** Retrieves one user's (interface 4.5). Rejects: not-found when there is none, invalid-answer when it is somebody else's. */
    async volunteer({ userId, include }: RecordOfUser): Promise<Volunteer> {
      return retrieve(send, {
        operation: 'Retrieve volunteer record',
        path: apiPath`/api/v0/users/${userId}/volunteer`,
        schema: volunteerWith(include),
        isTheirs: ({ user }) => user.id === userId,
      });
    },

    /** Searches them (interface 4.4): everybody's. */
    volunteers(criteria: Omit<SearchCriteria, 'userIds'> = {}): AsyncIterable<Volunteer> {
      const path = '/api/v0/volunteers/search';
      return search(send, { ...criteria, operation: 'Search volunteers', path, recordWith: volunteerWith });
    },
  };
}
