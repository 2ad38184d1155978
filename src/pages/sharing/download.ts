// The attendee's download: everything stored about them, and everything this site can read.
// Never the access token.
import type { Lookup, OwnRecords } from '../../convention/own-records.ts';
import type { StoredLogin } from './sharing-view.ts';

/**
 * Reads every record now, as the pages would. Rejects with a ConventionError if a read fails: the
 * file must be complete.
 */
export async function readDownload({
  held,
  records,
}: {
  held: StoredLogin;
  records: OwnRecords;
}): Promise<object> {
  const { userId, name, grantedScopes, since, until, permittedUntil } = held;
  const [currentUser, registration, volunteer, dealers, roles] = await Promise.all([
    records.currentUser(),
    records.registration(),
    records.volunteer(),
    records.dealers(),
    records.roles(),
  ]);
  return {
    kept: {
      userId,
      name,
      grantedScopes,
      since: new Date(since),
      until: new Date(until),
      permittedUntil: new Date(permittedUntil),
    },
    read: {
      currentUser,
      registration: asFound(registration),
      volunteer: asFound(volunteer),
      dealers,
      roles,
    },
  };
}

/** The record; null if there is none; undefined (not in the file) if this site may not look. */
function asFound<Found>(lookup: Lookup<Found>): Found | null | undefined {
  if (lookup.state === 'found') return lookup.record;
  return lookup.state === 'none' ? null : undefined;
}
