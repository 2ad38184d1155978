// The convention: everything it knows, in memory.

import type { Registered, Volunteering } from './attendee.ts';
import { type Attendee, type Dealing, isDealing, isRegistered, isVolunteering } from './attendee.ts';
import { generateAttendees } from './generated.ts';
import { handmadeAttendees } from './handmade.ts';
import { ROLES, type RoleRecord } from './role.ts';
import { DEPARTMENTS, type DepartmentRecord } from './volunteer.ts';

/** The records of the convention; its lists are in the order in which they are answered. */
export interface Convention {
  handmade: Attendee[];
  /** How many attendees were generated beside those made by hand. */
  generated: number;
  registrations: Registered[];
  volunteers: Volunteering[];
  dealers: Dealing[];
  departments: DepartmentRecord[];
  roles: RoleRecord[];
  /** Finds an attendee by id. */
  find(id: string): Attendee | undefined;
  /** Returns the ids of all attendees. */
  everyId(): string[];
  /** Finds an attendee by what is chosen on the log-in page. */
  findByKey(key: string): Attendee | undefined;
}

/** Returns the same convention each time: the attendees made by hand and `generated` more; pictures are under `url`. */
export function createConvention({ url, generated }: { url: string; generated: number }): Convention {
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
    departments: DEPARTMENTS,
    roles: Object.values(ROLES),
    find: (id) => byId.get(id),
    everyId: () => [...byId.keys()],
    findByKey: (key) => byKey.get(key),
  };
}
