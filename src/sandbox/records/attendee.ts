// What the convention knows about one attendee.

/** The fields of interface 2.1 that are stored; roles are kept apart, and the fields with a scope stand at the end. */
export interface UserRecord {
  id: number;
  username: string;
  firstName: string;
  lastName: string;
  preferredName: string | null;
  /** A date, written as the platform does: `1990-01-01T00:00:00.000Z`. */
  bornAt: string;
  newsletter: boolean;
  emailVerified: boolean;
  identityVerified: boolean;
  isVolunteer: boolean;
  isDepartmentLead: boolean;
  permissions: string[];
  profilePictureUrl: string;
  userRoles: { id: number; name: string }[];
  email: string;
  phone: string;
  addressLine1: string;
  addressLine2: string | null;
  addressCity: string;
  addressState: string;
  addressZipcode: string;
  addressCountry: string;
}

/** One attendee of the convention. */
export interface Attendee {
  /** Whom to choose on the log-in page. */
  key: string;
  /** One line: which case this attendee is made for. */
  story: string;
  user: UserRecord;
}
