// Registrations (docs/interface.md 4.2, 4.3).
import { z } from 'zod';
import type { Convention } from '../records/convention.ts';
import { registrationSchema } from '../records/registration.ts';
import { orNotFound } from './errors.ts';
import { type Operation, operation } from './operation.ts';
import { createPage, pageRequestSchema, pageSchema, recordsOfUsers } from './paging.ts';

/**
 * The platform's API description declares a single number, but its example is a list of strings.
 * Both are accepted.
 */
const userIdsSchema = z.union([z.array(z.string()), z.number().transform((id) => [String(id)])]);

/** An attendee with `con:read` may read their own registration. */
export function registrationOperations({ registrations }: Convention): Operation[] {
  return [
    operation({
      method: 'get',
      path: '/api/v0/users/{id}/registration',
      summary: "One user's registration: badge name, product, and whether it is paid.",
      access: { service: 'registration:read', own: 'con:read' },
      outputSchema: registrationSchema,
      run: ({ id }) => orNotFound(registrations.get(id)),
    }),
    operation({
      method: 'post',
      path: '/api/v0/registration/search',
      summary: 'All registrations, or those of some users, page by page.',
      access: { service: 'registration:read' },
      inputSchema: pageRequestSchema.extend({
        filter: z.object({ userIds: userIdsSchema.optional() }).optional(),
      }),
      outputSchema: pageSchema(registrationSchema),
      run: ({ input: { filter, ...page }, strict }) =>
        createPage({
          list: 'registrations',
          items: recordsOfUsers(registrations, filter?.userIds),
          ...page,
          withHasMore: !strict,
        }),
    }),
  ];
}
