// The records that a page can read: its attendee's own, each with the right credential.
import type { AttendeeCredential, Convention } from './convention.ts';
import { ConventionError, isConventionError } from './convention-error.ts';
import type { Volunteer } from './volunteer.ts';

/**
 * The result of looking for a record: it exists, there is none, or no credential here may read it.
 */
export type Lookup<Found> =
  | { state: 'found'; record: Found }
  | { state: 'none' }
  | { state: 'unknown' };

export type OwnRecords = ReturnType<typeof ownRecords>;

/**
 * Reads the records of one attendee. No function takes an argument: none from a page can lead to
 * another user's, and record-cache.ts keeps a record by the name of its function. Each call rejects
 * only with a ConventionError. `serviceScopes` are the scopes of the site's own credential; if the
 * scope is missing, volunteer, dealers and roles stay unknown or empty.
 */
export function ownRecords(options: {
  convention: Convention;
  attendee: AttendeeCredential & { userId: string };
  serviceScopes: readonly string[];
}) {
  const { convention, attendee, serviceScopes } = options;
  const { userId } = attendee;
  const client = convention.onBehalfOf(attendee);
  const serviceWith = (scope: string) =>
    serviceScopes.includes(scope) ? convention.asService(userId) : undefined;

  return {
    currentUser: () => client.currentUser(),

    /**
     * Uses the service credential if it has registration:read, otherwise the attendee's own token.
     */
    async registration() {
      const service = serviceWith('registration:read');
      if (service) return lookUp(service.registration({ userId }), 'none', isNotFound);
      return lookUp(client.registration(), 'unknown', isNotForAttendees);
    },

    async volunteer(): Promise<Lookup<Volunteer>> {
      const service = serviceWith('volunteer:read');
      return service
        ? lookUp(service.volunteer({ userId }), 'none', isNotFound)
        : { state: 'unknown' };
    },

    async dealers() {
      const service = serviceWith('vendor:read');
      return service ? collect(service.dealers({ userIds: [userId] })) : [];
    },

    /** Convention and global roles; undefined if the service credential may not list them. */
    async roles() {
      return serviceWith('user:read')?.userRoles({ userId });
    },

    async publicDepartments() {
      const departments = await serviceWith('volunteer:read')?.departments();
      return (departments ?? []).filter(({ publiclyVisible }) => publiclyVisible === true);
    },
  };
}

const isNotFound = (error: unknown) => isConventionError(error, ['not-found']);

/**
 * Whether the attendee's token may not read the record, or the platform has no such address: then a
 * 404 need not be JSON. Nobody is logged out for it.
 */
function isNotForAttendees(error: unknown): boolean {
  return (
    isConventionError(error, ['login-needed', 'not-permitted', 'not-found']) ||
    (error instanceof ConventionError && error.answered === 404)
  );
}

/** Waits for a record. Errors for which `isExpected` is true resolve to `state` instead. */
async function lookUp<Found>(
  answer: Promise<Found>,
  state: 'none' | 'unknown',
  isExpected: (error: unknown) => boolean,
): Promise<Lookup<Found>> {
  try {
    return { state: 'found', record: await answer };
  } catch (error) {
    if (isExpected(error)) return { state };
    throw error;
  }
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}
