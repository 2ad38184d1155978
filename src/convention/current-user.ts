// The attendee's user record (interface 2.1, 4.1): profile, permissions, roles, and shared fields.
import { z } from 'zod';
import { ConventionError } from './convention-error.ts';
import type { Send } from './http.ts';
import { readAnswer } from './read-answer.ts';
import { address, id, listedText, listOf, rawText, text, yesOrNo } from './schema.ts';

const openFields = z.object({
  id: id.nullish(),
  sub: id.nullish(),
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
  permissions: listOf(listedText),
  profilePictureUrl: rawText,
  userRoles: listOf(z.object({ id, name: listedText })),
});

// Schemas drop unknown fields, so a field without its scope is dropped even if it is sent.
const sharedFields = {
  address,
  email: z.object({ email: text }),
  phone: z.object({ phone: text }),
};
type FieldsOf<Shown extends keyof typeof sharedFields> = z.infer<(typeof sharedFields)[Shown]>;

/** What each scope shows: `email`, `phone` or `address`. Anything else shows no further field. */
export type ScopesShow = Readonly<Record<string, string>>;

const scopesOfInterface: ScopesShow = {
  'pii:address': 'address',
  'pii:email': 'email',
  'pii:phone': 'phone',
};

/**
 * The current user, as far as it was shared. If the scope of a field is granted, null or '' means
 * "shared, but empty" and undefined means "not available". If the scope is not granted, the field
 * is always undefined. `bornAt` is a date: only its first 10 characters count.
 */
export type CurrentUser = Omit<z.infer<typeof openFields>, 'id' | 'sub'> & {
  readonly id: string;
} & FieldsOf<'address'> &
  FieldsOf<'email'> &
  FieldsOf<'phone'>;

interface CurrentUserOptions {
  readonly grantedScopes: readonly string[];
  readonly userId?: string;
  /** Default: as in interface 5.3. */
  readonly scopesShow?: ScopesShow | undefined;
}

/**
 * Retrieves the attendee to whom the access token belongs (interface 4.1, scope pii:basic). Only
 * `grantedScopes` decides which scope-gated fields are read. With a `userId`, the record of another
 * user is refused as login-needed: the platform has given the token's account another id, as it
 * does when it merges two accounts. Rejects with a ConventionError.
 */
export async function retrieveCurrentUser(
  send: Send,
  { grantedScopes, userId, scopesShow = scopesOfInterface }: CurrentUserOptions,
): Promise<CurrentUser> {
  const operation = 'Retrieve current user';
  const schema = userSchema(grantedScopes.map((scope) => scopesShow[scope]));
  const request = { operation, method: 'GET', path: '/api/users/current' } as const;
  const answer = await send(request).catch((error) => {
    throw isGone(error) ? noSuchUser(operation, error) : error;
  });
  if (answer.body === null) throw noSuchUser(operation);
  const user = readAnswer(schema, answer);
  if (userId === undefined || user.id === userId) return user;
  const message = `${operation}: the record belongs to somebody else`;
  throw new ConventionError('login-needed', message, { isOfAnotherUser: true });
}

/**
 * Whether the account was deleted, or the token may not even read who it belongs to: nothing of
 * this login works any more, and a new one shows what does.
 */
function isGone(error: unknown): boolean {
  if (!(error instanceof ConventionError)) return false;
  const { kind, answered, platformCode } = error;
  return kind === 'not-found' || answered === 410 || platformCode === 'insufficient_scope';
}

function noSuchUser(operation: string, cause?: ConventionError): ConventionError {
  const message = `${operation}: the account is not there any more`;
  return new ConventionError('login-needed', message, { answered: cause?.answered, cause });
}

const schemas = new Map<string, z.ZodType<CurrentUser>>();

/** Compiled once for each set of shared fields: that takes longer than to read many records. */
function userSchema(shown: readonly (string | undefined)[]): z.ZodType<CurrentUser> {
  const granted = Object.entries(sharedFields).filter(([name]) => shown.includes(name));
  const key = granted.map(([name]) => name).join();
  const schema = schemas.get(key) ?? z.compile(userWith(granted.map(([, fields]) => fields.shape)));
  schemas.set(key, schema);
  return schema;
}

function userWith(shapes: readonly z.ZodRawShape[]): z.ZodType<CurrentUser> {
  return openFields
    .extend(Object.assign({}, ...shapes))
    .transform(({ id: ownId, sub, ...fields }, context) => {
      const id = ownId ?? sub;
      if (typeof id === 'string') return { id, ...fields };
      context.addIssue('a user without an id');
      return z.NEVER;
    }) as z.ZodType<CurrentUser>;
}
