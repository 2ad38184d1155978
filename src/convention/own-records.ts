// Reads one attendee's records, each with a credential that may read it.
import type { AttendeeCredential, Convention } from './convention.ts';
import { ConventionError, isConventionError } from './convention-error.ts';
import type { Volunteer } from './volunteer.ts';

/** The record, `none` if it does not exist, or `unknown` if none of our credentials may read it. */
export type Lookup<Found> =
  | { state: 'found'; record: Found }
  | { state: 'none' }
  | { state: 'unknown' };

export type OwnRecords = ReturnType<typeof ownRecords>;

/**
 * Returns functions that read one attendee's records. They do not take arguments, so that pages
 * cannot request another user's record, and so that record-cache.ts can use the functions' names in
 * its cache keys. If none of our credentials may read a record, the result is `unknown`, undefined
 * or an empty list. The functions reject only with a ConventionError.
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

    /** Uses the attendee's own token if the service credential lacks registration:read. */
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

    /** Resolves to undefined if the service credential may not list roles. */
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
 * Whether the platform denies attendees this record, or lacks this path. The attendee stays logged
 * in.
 */
function isNotForAttendees(error: unknown): boolean {
  return (
    isConventionError(error, ['login-needed', 'not-permitted', 'not-found']) ||
    (error instanceof ConventionError && error.answered === 404)
  );
}

async function lookUp<Found>(
  reading: Promise<Found>,
  state: 'none' | 'unknown',
  isExpected: (error: unknown) => boolean,
): Promise<Lookup<Found>> {
  try {
    return { state: 'found', record: await reading };
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
