// Registrations (interface 2.4, 4.2, 4.3): badge name, product, and whether it is paid. One per user.
import { z } from 'zod';
import { apiPath } from './api-path.ts';
import type { Send } from './http.ts';
import { retrieve } from './read-answer.ts';
import { id, listOf, option, text } from './schema.ts';
import { type SearchCriteria, search } from './search.ts';
import { type RecordOfUser, withUserSummary } from './user-summary.ts';

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

/** Reads registrations (scope registration:read). */
export function registrationOperations(send: Send) {
  return {
    /** Gets one user's (interface 4.2). Rejects: not-found when there is none, invalid-answer when it is somebody else's. */
    async registration({ userId, include }: RecordOfUser): Promise<Registration> {
      return retrieve(send, {
        operation: 'Get registration',
        path: apiPath`/api/v0/users/${userId}/registration`,
        schema: registrationWith(include),
        isTheirs: ({ user }) => user.id === userId,
      });
    },

    /** Searches them (interface 4.3). */
    registrations(criteria: SearchCriteria = {}): AsyncIterable<Registration> {
      const path = '/api/v0/registration/search';
      return search(send, { ...criteria, operation: 'Search registrations', path, recordWith: registrationWith });
    },
  };
}
