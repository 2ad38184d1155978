// The convention: all its records, in memory.
import {
  type Attendee,
  type Dealing,
  isDealing,
  isRegistered,
  isVolunteering,
  type Registered,
  type Volunteering,
} from './attendee.ts';
import { generateAttendees } from './generated.ts';
import { handmadeAttendees } from './handmade.ts';
import { type RoleRecord, roles } from './role.ts';
import { type DepartmentRecord, departments } from './volunteer.ts';

/** The records of the convention; the API returns its lists in this order. */
export interface Convention {
  handmade: Attendee[];
  /** How many attendees were generated in addition to the handmade ones. */
  generated: number;
  registrations: Registered[];
  volunteers: Volunteering[];
  dealers: Dealing[];
  departments: DepartmentRecord[];
  roles: RoleRecord[];
  /** Returns the attendee with this id. */
  find(id: string): Attendee | undefined;
  /** Returns the ids of all attendees. */
  allIds(): string[];
  /** Returns the attendee with this name on the log-in page. */
  findByKey(key: string): Attendee | undefined;
}

/**
 * Returns the same convention each time: the handmade attendees and `generated` more. Their
 * pictures are under `url`.
 */
export function createConvention({
  url,
  generated,
}: {
  url: string;
  generated: number;
}): Convention {
  const handmade = handmadeAttendees(url);
  const attendees = [...handmade, ...generateAttendees({ url, count: generated })];
  const byId = new Map(attendees.map((attendee) => [String(attendee.user.id), attendee]));
  const byKey = new Map(attendees.map((attendee) => [attendee.key, attendee]));
  return {
    handmade,
    generated,
    registrations: attendees.filter(isRegistered),
    volunteers: attendees.filter(isVolunteering),
    dealers: attendees.filter(isDealing),
    departments,
    roles: Object.values(roles),
    find: (id) => byId.get(id),
    allIds: () => [...byId.keys()],
    findByKey: (key) => byKey.get(key),
  };
}
