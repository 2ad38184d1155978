// Users, as the API returns them to a service credential. docs/interface.md does not list these
// operations, and its dealer search has the same path as the user search, so they exist only in
// strict mode.
import { z } from 'zod';
import type { Convention } from '../records/convention.ts';
import { serviceUser, serviceUserSchema } from '../records/user.ts';
import { orNotFound } from './errors.ts';
import { type Operation, operation } from './operation.ts';
import { createPage, pageRequestSchema, pageSchema } from './paging.ts';

export function userOperations(convention: Convention): Operation[] {
  return [
    operation({
      method: 'get',
      path: '/api/v0/users/{id}',
      only: 'strict',
      summary: 'One user: names, contact details and address.',
      access: { service: 'user:read' },
      outputSchema: serviceUserSchema,
      run: ({ id }) => serviceUser(orNotFound(convention.find(id)).user),
    }),
    operation({
      method: 'post',
      path: '/api/v0/users/search',
      only: 'strict',
      summary: 'All users, or those with one role, page by page.',
      access: { service: 'user:read' },
      // The platform does not document other filters, so they are ignored.
      inputSchema: pageRequestSchema.extend({
        filter: z.object({ roleId: z.number().optional() }).optional(),
      }),
      outputSchema: pageSchema(serviceUserSchema),
      run: ({ input: { filter, ...page } }) => {
        const found = convention.attendees.filter(
          ({ roles }) =>
            filter?.roleId === undefined ||
            roles.some(({ role }) => role.id === String(filter.roleId)),
        );
        const items = found.map(({ user }) => serviceUser(user));
        return createPage({ list: 'users', items, ...page, withHasMore: false });
      },
    }),
  ];
}
