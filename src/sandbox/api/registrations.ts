// Registrations (interface 4.2, 4.3).
import { z } from 'zod';
import { isRegistered, type Registered } from '../records/attendee.ts';
import type { Convention } from '../records/convention.ts';
import { registrationSchema } from '../records/registration.ts';
import { userSummary } from '../records/user.ts';
import { notFound } from './errors.ts';
import { type Operation, operation } from './operation.ts';
import { createPage, pageRequestSchema, pageSchema } from './paging.ts';

/** The interface declares a single number but shows a list of strings; both are accepted. */
const userIdsSchema = z.union([z.array(z.string()), z.number()]);

/** Registrations; an attendee with `con:read` may get their own. */
export function registrationOperations(convention: Convention): Operation[] {
  return [getRegistration(convention), searchRegistrations(convention)];
}

function getRegistration(convention: Convention) {
  return operation({
    method: 'get',
    path: '/api/v0/users/{id}/registration',
    summary: "One user's registration: badge name, product, and whether it is paid.",
    access: { service: 'registration:read', own: 'con:read' },
    outputSchema: registrationSchema,
    run: ({ id }) => {
      const attendee = convention.find(id);
      if (!isRegistered(attendee)) throw notFound();
      return registrationOf(attendee);
    },
  });
}

function searchRegistrations(convention: Convention) {
  return operation({
    method: 'post',
    path: '/api/v0/registration/search',
    summary: 'All registrations, or those of some users, a part at a time.',
    access: { service: 'registration:read' },
    inputSchema: pageRequestSchema.extend({
      filter: z.object({ userIds: userIdsSchema.optional() }).optional(),
    }),
    outputSchema: pageSchema(registrationSchema),
    run: ({ input: { filter, ...page } }) => {
      const items =
        filter?.userIds === undefined
          ? convention.registrations
          : registeredAmong(convention, filter.userIds);
      return createPage(
        { list: 'registrations', items, nextPage: page.nextPage, limit: page.limit },
        registrationOf,
      );
    },
  });
}

function registeredAmong(
  convention: Convention,
  userIds: z.infer<typeof userIdsSchema>,
): Registered[] {
  const ids = new Set(typeof userIds === 'number' ? [String(userIds)] : userIds);
  return [...ids].map(convention.find).filter(isRegistered);
}

function registrationOf({ registration, user }: Registered) {
  return { ...registration, user: userSummary(user) };
}
