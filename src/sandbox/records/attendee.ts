// An attendee, with all their records at the convention.
import type { DealerRecord } from './dealer.ts';
import type { RegistrationRecord } from './registration.ts';
import type { HeldRole } from './role.ts';
import type { UserRecord } from './user.ts';
import type { VolunteerRecord } from './volunteer.ts';

/** One attendee; null means that there is no such record. */
export interface Attendee {
  /** The name on the log-in page. */
  key: string;
  /** The cases that this attendee covers, in one line. */
  story: string;
  user: UserRecord;
  registration: RegistrationRecord | null;
  volunteer: VolunteerRecord | null;
  dealer: DealerRecord | null;
  /** The only field that ever changes. */
  roles: HeldRole[];
}

/** An attendee who has registered. */
export type Registered = Attendee & { registration: RegistrationRecord };

/** An attendee who has applied to volunteer. */
export type Volunteering = Attendee & { volunteer: VolunteerRecord };

/** An attendee who has a dealer profile. */
export type Dealing = Attendee & { dealer: DealerRecord };

/** Returns whether the attendee has registered. */
export function isRegistered(attendee: Attendee | undefined): attendee is Registered {
  return attendee !== undefined && attendee.registration !== null;
}

/** Returns whether the attendee has applied to volunteer. */
export function isVolunteering(attendee: Attendee | undefined): attendee is Volunteering {
  return attendee !== undefined && attendee.volunteer !== null;
}

/** Returns whether the attendee has a dealer profile. */
export function isDealing(attendee: Attendee | undefined): attendee is Dealing {
  return attendee !== undefined && attendee.dealer !== null;
}
