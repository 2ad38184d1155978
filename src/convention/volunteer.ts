// Volunteers (interface 2.5, 4.4, 4.5): how to contact them, and their departments.
import { z } from 'zod';
import { apiPath } from './api-path.ts';
import type { Send } from './http.ts';
import { orNotFound } from './nothing.ts';
import { retrieve } from './read-answer.ts';
import { id, listedText, listOf, option, text, yesOrNo } from './schema.ts';
import { type SearchCriteria, search } from './search.ts';
import { type RecordOfUser, withUserSummary } from './user-summary.ts';

const volunteerWith = withUserSummary((user) =>
  z.object({
    createdAt: text,
    updatedAt: text,
    contactMethods: listOf(z.object({ name: text, isPrimary: yesOrNo, value: text })),
    departments: listOf(z.object({ id, name: text, states: listOf(listedText) })),
    user,
    options: listOf(option),
  }),
);

/**
 * A volunteer. The `states` of a department are known values such as `interest` and `assignment`,
 * or later ones, kept as sent.
 */
export type Volunteer = z.output<ReturnType<typeof volunteerWith>>;

/** Reads volunteer records (scope volunteer:read). */
export function volunteerOperations(send: Send) {
  return {
    /**
     * Retrieves one user's volunteer record (interface 4.5). Rejects with not-found if there is
     * none, and with invalid-answer if it belongs to another user.
     */
    async volunteer({ userId, include }: RecordOfUser): Promise<Volunteer> {
      return retrieve(orNotFound(send), {
        operation: 'Retrieve volunteer record',
        path: apiPath`/api/v0/users/${userId}/volunteer`,
        schema: volunteerWith(include),
        belongsToUser: ({ user }) => user.id === userId,
      });
    },

    /** Searches the volunteer records of all users (interface 4.4). */
    volunteers(criteria: Omit<SearchCriteria, 'userIds'> = {}): AsyncIterable<Volunteer> {
      const path = '/api/v0/volunteers/search';
      return search(send, {
        ...criteria,
        operation: 'Search volunteers',
        path,
        recordWith: volunteerWith,
      });
    },
  };
}
