// What an attendee takes away as a file: all that is held about them, and all that can be read with it. Never the access token.
import type { Lookup, OwnRecords } from '../../convention/own-records.ts';
import type { HeldLogin } from './sharing-view.ts';

/** Reads everything now, as the pages would. Rejects with a ConventionError: a file that lacks a part would not be all of it. */
export async function readDownload({ held, records }: { held: HeldLogin; records: OwnRecords }): Promise<object> {
  const { userId, grantedScopes, since, until } = held;
  const [currentUser, registration, volunteer, dealers, roles] = await Promise.all([
    records.currentUser(),
    records.registration(),
    records.volunteer(),
    records.dealers(),
    records.roles(),
  ]);
  return {
    kept: { userId, grantedScopes, since: new Date(since), until: new Date(until) },
    read: { currentUser, registration: asFound(registration), volunteer: asFound(volunteer), dealers, roles },
  };
}

/** The record, null where there is none, and undefined (so absent from the file) where this site may not look. */
function asFound<Found>(lookup: Lookup<Found>): Found | null | undefined {
  if (lookup.state === 'found') return lookup.record;
  return lookup.state === 'none' ? null : undefined;
}
