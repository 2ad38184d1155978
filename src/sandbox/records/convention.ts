// Holds all records of the simulated convention in memory.
import type { Attendee } from './attendee.ts';
import type { DealerRecord } from './dealer.ts';
import { generateAttendees } from './generated.ts';
import { handmadeAttendees } from './handmade.ts';
import type { RegistrationRecord } from './registration.ts';
import { type RoleRecord, roles } from './role.ts';
import { type UserSummary, userSummary } from './user.ts';
import { type DepartmentRecord, departments, type VolunteerRecord } from './volunteer.ts';

/** Records of one kind, keyed by user id, each with its user summary (docs/interface.md 2.2). */
type RecordsByUser<Kind> = ReadonlyMap<string, Kind & { user: UserSummary }>;

/** The records, in the order in which the API lists them. */
export interface Convention {
  handmade: Attendee[];
  /** The handmade attendees, then the generated ones. */
  attendees: Attendee[];
  /** The number of generated attendees, in addition to the handmade ones. */
  generated: number;
  /** The convention is in July of this year. */
  year: number;
  registrations: RecordsByUser<RegistrationRecord>;
  volunteers: RecordsByUser<VolunteerRecord>;
  dealers: RecordsByUser<DealerRecord>;
  departments: DepartmentRecord[];
  roles: RoleRecord[];
  find(id: string): Attendee | undefined;
  allIds(): string[];
  findByKey(key: string): Attendee | undefined;
}

/**
 * Returns the year of the next convention in July whose deadlines in June are still ahead. `now` is
 * in milliseconds since 1970.
 */
export function yearOfNextConvention(now: number): number {
  const date = new Date(now);
  const may = 4;
  return date.getUTCFullYear() + (date.getUTCMonth() > may ? 1 : 0);
}

/**
 * Creates the same records each time: the handmade attendees and `generated` more. `url` is the
 * base URL of the sandbox, which serves the pictures.
 */
export function createConvention({
  url,
  generated,
  year = 2027,
}: {
  url: string;
  generated: number;
  year?: number | undefined;
}): Convention {
  const handmade = handmadeAttendees(url);
  const attendees = [...handmade, ...generateAttendees({ url, count: generated })];
  const byId = new Map(attendees.map((attendee) => [String(attendee.user.id), attendee]));
  const byKey = new Map(attendees.map((attendee) => [attendee.key, attendee]));
  return {
    handmade,
    attendees,
    generated,
    year,
    registrations: recordsByUser(attendees, ({ registration }) => registration),
    volunteers: recordsByUser(attendees, ({ volunteer }) => volunteer),
    dealers: recordsByUser(attendees, ({ dealer }) => dealer),
    departments,
    roles: Object.values(roles),
    find: (id) => byId.get(id),
    allIds: () => [...byId.keys()],
    findByKey: (key) => byKey.get(key),
  };
}

function recordsByUser<Kind extends object>(
  attendees: Attendee[],
  recordOf: (attendee: Attendee) => Kind | null,
): RecordsByUser<Kind> {
  const records = new Map<string, Kind & { user: UserSummary }>();
  for (const attendee of attendees) {
    const record = recordOf(attendee);
    const user = userSummary(attendee.user);
    if (record !== null) records.set(user.id, { ...record, user });
  }
  return records;
}
