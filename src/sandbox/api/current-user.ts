// Who is the attendee? `GET /api/users/current` (interface 4.1).
import { Router } from 'express';
import type { Provider } from 'oidc-provider';
import type { Attendee, UserRecord } from '../records/attendee.ts';
import { findCaller, onBehalfOf } from './access.ts';
import { invalidToken } from './errors.ts';

/** What the operation needs to know. */
interface Surroundings {
  provider: Provider;
  attendees: Map<string, Attendee>;
}

/** Returns the route of the current user, which needs `pii:basic`. */
export function currentUser({ provider, attendees }: Surroundings): Router {
  const routes = Router();
  routes.get('/api/users/current', async (req, res) => {
    const caller = await findCaller(provider, req);
    const attendee = attendees.get(onBehalfOf(caller, 'pii:basic'));
    if (attendee === undefined) throw invalidToken();
    res.json(visibleFields(attendee.user, caller.scopes));
  });
  return routes;
}

/** Returns the current-user record (interface 2.1); a field whose scope is not held is left out. */
function visibleFields(user: UserRecord, scopes: ReadonlySet<string>) {
  const {
    email,
    phone,
    addressLine1,
    addressLine2,
    addressCity,
    addressState,
    addressZipcode,
    addressCountry,
    ...basic
  } = user;
  const address = { addressLine1, addressLine2, addressCity, addressState, addressZipcode, addressCountry };
  return {
    sub: String(user.id),
    ...basic,
    ...(scopes.has('pii:email') && { email }),
    ...(scopes.has('pii:phone') && { phone }),
    ...(scopes.has('pii:address') && address),
  };
}
