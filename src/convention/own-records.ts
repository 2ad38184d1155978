// What a page may ask about its attendee: their own records only, each read with the credential that may read it.
import type { Attendee, Convention } from './convention.ts';
import { ConventionError } from './convention-error.ts';
import type { CurrentUser } from './current-user.ts';
import type { Dealer } from './dealer.ts';
import type { Department } from './department.ts';
import type { Registration } from './registration.ts';
import type { UserRole } from './role.ts';
import type { Volunteer } from './volunteer.ts';

/** A record that was looked for: it is there, there is none, or nobody here may see whether there is one. */
export type Lookup<Found> = { state: 'found'; record: Found } | { state: 'none' } | { state: 'unknown' };

/** Bound to one attendee's user id: no argument of a page can lead to somebody else's record. Rejects with ConventionError only. */
export interface OwnRecords {
  currentUser(): Promise<CurrentUser>;
  /** With the service credential where it has registration:read, else with the attendee's own token. */
  registration(): Promise<Lookup<Registration>>;
  volunteer(): Promise<Lookup<Volunteer>>;
  dealers(): Promise<Dealer[]>;
  /** For this convention and for all; undefined where the service credential may not list them. */
  roles(): Promise<UserRole[] | undefined>;
  /** The departments that anybody may know of. */
  publicDepartments(): Promise<Department[]>;
}

/** `serviceScopes` are what the site's own credential may do; without one, volunteer, dealers and roles stay unknown or empty. */
export function ownRecords(options: {
  convention: Convention;
  attendee: Attendee & { userId: string };
  serviceScopes: readonly string[];
}): OwnRecords {
  const { convention, attendee, serviceScopes } = options;
  const { userId } = attendee;
  const client = convention.onBehalfOf(attendee);
  const serviceWith = (scope: string) => (serviceScopes.includes(scope) ? convention.asService : undefined);

  return {
    currentUser: () => client.currentUser(),

    registration() {
      const service = serviceWith('registration:read');
      // The attendee's token may well not be allowed to read this: then it is not known here, and nobody is logged out for it.
      if (!service) return lookUp(client.registration(), { unknown: ['login-needed', 'not-permitted', 'not-found'] });
      return lookUp(service.registration({ userId }), { none: ['not-found'] });
    },

    async volunteer() {
      const service = serviceWith('volunteer:read');
      return service ? lookUp(service.volunteer({ userId }), { none: ['not-found'] }) : { state: 'unknown' };
    },

    async dealers() {
      const service = serviceWith('vendor:read');
      return service ? all(service.dealers({ userIds: [userId] })) : [];
    },

    async roles() {
      return serviceWith('user:read')?.userRoles({ userId });
    },

    async publicDepartments() {
      const departments = await serviceWith('volunteer:read')?.departments();
      return (departments ?? []).filter(({ publiclyVisible }) => publiclyVisible === true);
    },
  };
}

async function lookUp<Found>(
  answer: Promise<Found>,
  kinds: { none?: readonly string[]; unknown?: readonly string[] },
): Promise<Lookup<Found>> {
  try {
    return { state: 'found', record: await answer };
  } catch (error) {
    const kind = error instanceof ConventionError ? error.kind : '';
    if (kinds.none?.includes(kind)) return { state: 'none' };
    if (kinds.unknown?.includes(kind)) return { state: 'unknown' };
    throw error;
  }
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}
