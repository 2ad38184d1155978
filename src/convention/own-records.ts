// The records that a page can read: its attendee's own, each with the right credential.
import type { Attendee, Convention } from './convention.ts';
import { type ConventionErrorKind, isConventionError } from './convention-error.ts';
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
 * Reads the records of one attendee; no argument from a page can lead to another user's. Each call
 * rejects only with a ConventionError. `serviceScopes` are the scopes of the site's own credential;
 * if the scope is missing, volunteer, dealers and roles stay unknown or empty.
 */
export function ownRecords(options: {
  convention: Convention;
  attendee: Attendee & { userId: string };
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
      if (service) return lookUp(service.registration({ userId }), 'none', ['not-found']);
      // If the attendee's token may not read this, it is unknown, and nobody is logged out.
      return lookUp(client.registration(), 'unknown', [
        'login-needed',
        'not-permitted',
        'not-found',
      ]);
    },

    async volunteer(): Promise<Lookup<Volunteer>> {
      const service = serviceWith('volunteer:read');
      return service
        ? lookUp(service.volunteer({ userId }), 'none', ['not-found'])
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

/** Waits for a record. Errors of these kinds resolve to `state` instead. */
async function lookUp<Found>(
  answer: Promise<Found>,
  state: 'none' | 'unknown',
  kinds: readonly ConventionErrorKind[],
): Promise<Lookup<Found>> {
  try {
    return { state: 'found', record: await answer };
  } catch (error) {
    if (isConventionError(error, kinds)) return { state };
    throw error;
  }
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}
