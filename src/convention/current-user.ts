// The attendee's own user record (interface 2.1, 4.1): profile, permissions, roles, and what was shared by scope.
import { z } from 'zod';
import { ConventionError } from './convention-error.ts';
import type { Http } from './http.ts';
import { id, listOf, readAnswer, text, yesOrNo } from './schema.ts';

const openFields = z
  .object({
    id: id.optional().catch(undefined),
    sub: id.optional().catch(undefined),
    bornAt: text,
    firstName: text,
    lastName: text,
    preferredName: text,
    username: text,
    newsletter: yesOrNo,
    emailVerified: yesOrNo,
    identityVerified: yesOrNo,
    isVolunteer: yesOrNo,
    isDepartmentLead: yesOrNo,
    permissions: listOf(z.string()),
    profilePictureUrl: text,
    userRoles: listOf(z.object({ id, name: z.string() })),
  })
  .transform(({ sub, id = sub, ...fields }, context) => {
    if (id !== undefined) return { id, ...fields };
    context.addIssue('a user without an id');
    return z.NEVER;
  });

// One schema per scope: what the scope does not cover is an unknown field to the others, and so dropped, even when it is sent.
const addressFields = z.object({
  addressCity: text,
  addressCountry: text,
  addressLine1: text,
  addressLine2: text,
  addressState: text,
  addressZipcode: text,
});
const emailFields = z.object({ email: text });
const phoneFields = z.object({ phone: text });

/**
 * The current user as far as it was shared. For a field whose scope is held, null or '' means "shared, but empty" and undefined
 * means "not available"; a field whose scope is not held is always undefined. `bornAt` is a date: only its first 10 characters count.
 */
export type CurrentUser = z.infer<typeof openFields> &
  Partial<z.infer<typeof addressFields> & z.infer<typeof emailFields> & z.infer<typeof phoneFields>>;

export interface CurrentUserRequest {
  accessToken: string;
  /** The scopes granted by the attendee: they alone decide which gated fields are read. */
  grantedScopes: readonly string[];
  /** Whose record it must be; a record of somebody else is refused. */
  userId?: string | undefined;
}

/** Retrieves the user that the access token belongs to (interface 4.1). Rejects with a ConventionError. */
export async function retrieveCurrentUser(
  http: Http,
  { accessToken, grantedScopes, userId }: CurrentUserRequest,
): Promise<CurrentUser> {
  const operation = 'Retrieve current user';
  const body = await http.send({ operation, method: 'GET', path: '/api/users/current', accessToken });
  const user = readAnswer(openFields, { operation, body });
  if (userId !== undefined && user.id !== userId) {
    throw new ConventionError('invalid-answer', `${operation}: the record belongs to somebody else`);
  }
  const isGranted = (scope: string) => grantedScopes.includes(scope);
  return {
    ...user,
    ...(isGranted('pii:address') && addressFields.parse(body)),
    ...(isGranted('pii:email') && emailFields.parse(body)),
    ...(isGranted('pii:phone') && phoneFields.parse(body)),
  };
}
