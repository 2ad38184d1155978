// What a page may ask about its attendee: their own records only, each read with the credential that may read it.
import type { Attendee, Convention } from './convention.ts';
import { type ConventionErrorKind, isOfKind } from './convention-error.ts';
import type { Volunteer } from './volunteer.ts';

/** A record that was looked for: it is there, there is none, or nobody here may see whether there is one. */
export type Lookup<Found> = { state: 'found'; record: Found } | { state: 'none' } | { state: 'unknown' };

export type OwnRecords = ReturnType<typeof ownRecords>;

/**
 * The records of one attendee: no argument of a page can lead to somebody else's. Each call rejects with a
 * ConventionError only. `serviceScopes` are what the site's own credential may do; without one, volunteer, dealers and
 * roles stay unknown or empty.
 */
export function ownRecords(options: {
  convention: Convention;
  attendee: Attendee & { userId: string };
  serviceScopes: readonly string[];
}) {
  const { convention, attendee, serviceScopes } = options;
  const { userId } = attendee;
  const client = convention.onBehalfOf(attendee);
  const serviceWith = (scope: string) => (serviceScopes.includes(scope) ? convention.asService : undefined);

  return {
    currentUser: () => client.currentUser(),

    /** With the service credential where it has registration:read, else with the attendee's own token. */
    async registration() {
      const service = serviceWith('registration:read');
      if (service) return lookUp(service.registration({ userId }), 'none', ['not-found']);
      // The attendee's token may well not be allowed to read this: then it is not known here, and nobody is logged out for it.
      return lookUp(client.registration(), 'unknown', ['login-needed', 'not-permitted', 'not-found']);
    },

    async volunteer(): Promise<Lookup<Volunteer>> {
      const service = serviceWith('volunteer:read');
      return service ? lookUp(service.volunteer({ userId }), 'none', ['not-found']) : { state: 'unknown' };
    },

    async dealers() {
      const service = serviceWith('vendor:read');
      return service ? all(service.dealers({ userIds: [userId] })) : [];
    },

    /** For this convention and for all; undefined where the service credential may not list them. */
    async roles() {
      return serviceWith('user:read')?.userRoles({ userId });
    },

    /** The departments that anybody may know of. */
    async publicDepartments() {
      const departments = await serviceWith('volunteer:read')?.departments();
      return (departments ?? []).filter(({ publiclyVisible }) => publiclyVisible === true);
    },
  };
}

/** Waits for a record; errors of these kinds say that it is in this state instead. */
async function lookUp<Found>(
  answer: Promise<Found>,
  state: 'none' | 'unknown',
  kinds: readonly ConventionErrorKind[],
): Promise<Lookup<Found>> {
  try {
    return { state: 'found', record: await answer };
  } catch (error) {
    if (isOfKind(error, kinds)) return { state };
    throw error;
  }
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}
