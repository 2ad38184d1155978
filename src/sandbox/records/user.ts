// Users: the current user and the summary in other records (interface 2.1, 2.2).
import { z } from 'zod';

const basicFields = z.object({
  sub: z.string(),
  id: z.number(),
  /** Birth date, written as midnight UTC. */
  bornAt: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  preferredName: z.string().nullish(),
  username: z.string(),
  newsletter: z.boolean(),
  emailVerified: z.boolean(),
  identityVerified: z.boolean(),
  isVolunteer: z.boolean(),
  isDepartmentLead: z.boolean(),
  permissions: z.array(z.string()),
  profilePictureUrl: z.string(),
  userRoles: z.array(z.object({ id: z.number(), name: z.string() })),
});

/** The scopes pii:address, pii:email and pii:phone show these. */
const restrictedFields = z.object({
  addressCity: z.string(),
  addressCountry: z.string(),
  addressLine1: z.string(),
  addressLine2: z.string().nullish(),
  addressState: z.string(),
  addressZipcode: z.string(),
  email: z.string(),
  phone: z.string(),
});

/** The current user (interface 2.1); a field is absent when its scope is not granted. */
export const currentUserSchema = basicFields.extend(restrictedFields.partial().shape);

/** The user embedded in other records (interface 2.2). */
export const userSummarySchema = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  username: z.string(),
  preferredName: z.string().nullish(),
  phone: z.string(),
  email: z.string(),
});

/** The summary of a user (interface 2.2). */
export type UserSummary = z.infer<typeof userSummarySchema>;

type Derived = 'sub' | 'isVolunteer' | 'isDepartmentLead' | 'userRoles';

/** A user as stored; the other fields of the current user derive from the other records. */
export type UserRecord = Omit<z.infer<typeof basicFields>, Derived> &
  z.infer<typeof restrictedFields>;

/** Returns the summary of a user for other records (interface 2.2). */
export function userSummary(user: UserRecord): UserSummary {
  const { firstName, lastName, username, preferredName, phone, email } = user;
  return { id: String(user.id), firstName, lastName, username, preferredName, phone, email };
}
