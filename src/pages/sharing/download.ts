// The attendee's download: everything stored about them, and everything this site can read.
// Never the access token.
import type { Lookup, OwnRecords } from '../../convention/own-records.ts';
import type { StoredLogin } from './sharing-view.ts';

/** The records about the attendee: all but those that everybody may see. */
type PersonalRecords = Omit<OwnRecords, 'publicDepartments'>;

/**
 * Reads every record now, as the pages would. Rejects with a ConventionError if a read fails: the
 * file must be complete. `held` is called once they are read: they may have brought a newer name.
 */
export async function readDownload({
  held,
  records,
}: {
  held: () => StoredLogin;
  records: PersonalRecords;
}): Promise<object> {
  const read = await Promise.all(
    Object.entries(records).map(async ([what, readRecord]) => [what, inFile(await readRecord())]),
  );
  const { userId, name, grantedScopes, since, until, permittedUntil } = held();
  return {
    kept: {
      userId,
      name,
      grantedScopes,
      since: new Date(since),
      until: new Date(until),
      permittedUntil: new Date(permittedUntil),
    },
    read: Object.fromEntries(read),
  };
}

/** The record; null if there is none; undefined (not in the file) if this site may not look. */
function inFile(found: Awaited<ReturnType<PersonalRecords[keyof PersonalRecords]>>): unknown {
  if (!isLookup(found)) return found;
  if (found.state === 'found') return found.record;
  return found.state === 'none' ? null : undefined;
}

function isLookup(found: unknown): found is Lookup<unknown> {
  return typeof found === 'object' && found !== null && 'state' in found;
}
