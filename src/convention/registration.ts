// Reads registrations (docs/interface.md 2.4, 4.2, 4.3): badge name, product and payment status. A
// user has at most one registration.
import { z } from 'zod';
import { apiPath } from './api-request.ts';
import { id, listOf, option, rawText, text } from './schema.ts';
import { type SearchCriteria, search } from './search.ts';
import type { Send } from './send-call.ts';
import { type RecordOfUser, retrieveUserRecord, withUserSummary } from './user-summary.ts';

const registrationWith = withUserSummary((user) =>
  z.object({
    createdAt: text,
    updatedAt: text,
    badgeName: rawText,
    status: text,
    productName: text,
    productDisplayName: text,
    productId: id.nullish(),
    options: listOf(option),
    flags: listOf(z.object({ id, shortName: text, text })),
    user,
  }),
);

/** `status` is `paid`, `unpaid` or a value that the interface does not define. */
export type Registration = z.output<ReturnType<typeof registrationWith>>;

/**
 * Creates the calls that read registrations (scope registration:read, or con:read for the
 * attendee's own).
 */
export function registrationOperations(send: Send) {
  return {
    /**
     * Retrieves one user's registration (docs/interface.md 4.2). Rejects with not-found if the user
     * has none, and with invalid-answer if it belongs to a different user.
     */
    async registration({ userId, include }: RecordOfUser): Promise<Registration> {
      return retrieveUserRecord(send, {
        operation: 'Get registration',
        path: apiPath`/api/v0/users/${userId}/registration`,
        schema: registrationWith(include),
        userId,
      });
    },

    /** Searches registrations (docs/interface.md 4.3). */
    registrations(criteria: SearchCriteria = {}): AsyncIterable<Registration> {
      const path = '/api/v0/registration/search';
      return search(send, {
        ...criteria,
        operation: 'Search registrations',
        path,
        recordWith: registrationWith,
      });
    },
  };
}
