// The attendee's download: everything stored about them, and everything this site can read.
// Never the access token.
import type { Lookup, OwnRecords } from '../../convention/own-records.ts';
import type { StoredLogin } from './sharing-view.ts';

/** The records about the attendee. Records that everybody may see are not part of the download. */
type PersonalRecords = Omit<OwnRecords, 'publicDepartments'>;

/**
 * Reads all records. Rejects with a ConventionError if one read fails, because the file must be
 * complete. `held` is called after the reads, because they may update the stored name.
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

/**
 * Returns the record, null if there is none, or undefined if this site may not read it. JSON leaves
 * out undefined values.
 */
function inFile(found: Awaited<ReturnType<PersonalRecords[keyof PersonalRecords]>>): unknown {
  if (!isLookup(found)) return found;
  if (found.state === 'found') return found.record;
  return found.state === 'none' ? null : undefined;
}

function isLookup(found: unknown): found is Lookup<unknown> {
  return typeof found === 'object' && found !== null && 'state' in found;
}
