// The attendee's download: their session without its access token, the scopes that they stopped
// sharing, the note about kept badges, and every record about them that this site can read.
import type { Lookup, OwnRecords } from '../../convention/own-records.ts';
import type { Sharing } from '../../login/add-ons/sharing.ts';
import type { KeptBadges } from '../../web/requests/kept-badges.ts';
import type { StoredLogin } from './sharing-view.ts';

/** Records about the attendee. The download leaves out records that everybody may see. */
type PersonalRecords = Omit<OwnRecords, 'publicDepartments'>;

/**
 * Reads all records. Rejects with a ConventionError if one read fails, because the file must be
 * complete. Calls `held` after the reads, because they may update the stored name.
 */
export async function readDownload({
  held,
  records,
  sharing,
  keptBadges,
}: {
  held: () => StoredLogin;
  records: PersonalRecords;
  sharing: Pick<Sharing, 'stoppedScopes'>;
  keptBadges: Pick<KeptBadges, 'noteOf'>;
}): Promise<object> {
  const read = await Promise.all(
    Object.entries(records).map(async ([what, readRecord]) => [what, inFile(await readRecord())]),
  );
  const { userId, name, grantedScopes, since, until, permittedUntil } = held();
  const note = await keptBadges.noteOf(userId);
  return {
    kept: {
      userId,
      name,
      grantedScopes,
      since: new Date(since),
      until: new Date(until),
      permittedUntil: new Date(permittedUntil),
      stoppedScopes: await sharing.stoppedScopes(userId),
      keptBadge: note ? { deletedEverywhere: dateOf(note.deletedEverywhere) } : null,
    },
    read: Object.fromEntries(read),
  };
}

function dateOf(time: number | undefined): Date | null {
  return time === undefined ? null : new Date(time);
}

/**
 * Returns the record, null if there is none, or undefined if this site may not read it. JSON omits
 * undefined values.
 */
function inFile(found: Awaited<ReturnType<PersonalRecords[keyof PersonalRecords]>>): unknown {
  if (!isLookup(found)) return found;
  if (found.state === 'found') return found.record;
  return found.state === 'none' ? null : undefined;
}

function isLookup(found: unknown): found is Lookup<unknown> {
  return typeof found === 'object' && found !== null && 'state' in found;
}
