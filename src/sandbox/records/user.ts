// Users: the current user and the summary in other records (docs/interface.md 2.1, 2.2).
import { z } from 'zod';

export const basicFields = z.object({
  sub: z.string(),
  id: z.number(),
  /** The date of birth, as midnight UTC. */
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

export const addressFields = z.object({
  addressCity: z.string(),
  addressCountry: z.string(),
  addressLine1: z.string(),
  addressLine2: z.string().nullish(),
  addressState: z.string(),
  addressZipcode: z.string(),
});

/** Fields that need the scope pii:address, pii:email or pii:phone. */
const restrictedFields = addressFields.extend({ email: z.string(), phone: z.string() });

/** The current user (docs/interface.md 2.1). A field is absent if its scope is not granted. */
export const currentUserSchema = basicFields.extend(restrictedFields.partial().shape);

/** The user embedded in other records (docs/interface.md 2.2). */
export const userSummarySchema = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  username: z.string(),
  preferredName: z.string().nullish(),
  phone: z.string(),
  email: z.string(),
});

export type UserSummary = z.infer<typeof userSummarySchema>;

/** A user as the API returns it to a service credential, in strict mode. */
export const serviceUserSchema = userSummarySchema.extend({
  verified: z.boolean(),
  address: addressFields,
});

type Derived = 'sub' | 'isVolunteer' | 'isDepartmentLead' | 'userRoles';

/**
 * A user as the sandbox stores it. The other fields of the current user are derived from other
 * records.
 */
export type UserRecord = Omit<z.infer<typeof basicFields>, Derived> &
  z.infer<typeof restrictedFields>;

export function userSummary(user: UserRecord): UserSummary {
  return userSummarySchema.parse({ ...user, id: String(user.id) });
}

export function serviceUser(user: UserRecord): z.input<typeof serviceUserSchema> {
  const address = addressFields.parse(user);
  return { ...userSummary(user), verified: user.emailVerified, address };
}
