// The attendee's own user record (interface 2.1, 4.1): profile, permissions, roles, and what was shared by scope.
import { z } from 'zod';
import type { Send } from './http.ts';
import { checkOwner, readAnswer } from './read-answer.ts';
import { id, listOf, text, yesOrNo } from './schema.ts';

const openFields = z
  .object({
    id: id.optional(),
    sub: id.optional(),
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

// One schema per scope: what the scope does not cover is an unknown field to the others, and so dropped, even when it
// is sent.
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
 * The current user as far as it was shared. For a field whose scope is held, null or '' means "shared, but empty" and
 * undefined means "not available"; a field whose scope is not held is always undefined. `bornAt` is a date: only its
 * first 10 characters count.
 */
export type CurrentUser = z.infer<typeof openFields> &
  Partial<z.infer<typeof addressFields> & z.infer<typeof emailFields> & z.infer<typeof phoneFields>>;

/**
 * Retrieves the attendee whose access token it is (interface 4.1, scope pii:basic). `grantedScopes` alone decide which
 * gated fields are read; with a `userId`, the record of somebody else is refused. Rejects with a ConventionError.
 */
export async function retrieveCurrentUser(
  send: Send,
  { grantedScopes, userId }: { grantedScopes: readonly string[]; userId?: string },
): Promise<CurrentUser> {
  const operation = 'Retrieve current user';
  const body = await send({ operation, method: 'GET', path: '/api/users/current' });
  const user = readAnswer(openFields, { operation, body });
  if (userId !== undefined) checkOwner({ operation, ownerId: user.id, userId });
  const isGranted = (scope: string) => grantedScopes.includes(scope);
  return {
    ...user,
    ...(isGranted('pii:address') && readAnswer(addressFields, { operation, body })),
    ...(isGranted('pii:email') && readAnswer(emailFields, { operation, body })),
    ...(isGranted('pii:phone') && readAnswer(phoneFields, { operation, body })),
  };
}
