// Reads the attendee's own user record (docs/interface.md 2.1, 4.1).
import { z } from 'zod';
import { ConventionError } from './convention-error.ts';
import { readResponse } from './read-response.ts';
import { address, id, listedText, listOf, rawText, text, yesOrNo } from './schema.ts';
import type { Send } from './send-call.ts';

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

// Zod drops fields that the schema does not list. A field without a granted scope is therefore
// dropped even if the platform sends it.
const sharedFields = {
  address,
  email: z.object({ email: text }),
  phone: z.object({ phone: text }),
};
type FieldsOf<Shown extends keyof typeof sharedFields> = z.infer<(typeof sharedFields)[Shown]>;

/** Maps each scope to the field that it grants: `email`, `phone` or `address`. */
export type ScopesShow = Readonly<Record<string, string>>;

const scopesOfInterface: ScopesShow = {
  'pii:address': 'address',
  'pii:email': 'email',
  'pii:phone': 'phone',
};

/**
 * The current user. A field is undefined if its scope was not granted or the platform did not send
 * it, null or '' if it was sent empty, and `unreadable` if it was invalid. Only the first 10
 * characters of `bornAt`, the date, are meaningful.
 */
export type CurrentUser = Omit<z.infer<typeof openFields>, 'id' | 'sub'> & {
  readonly id: string;
} & FieldsOf<'address'> &
  FieldsOf<'email'> &
  FieldsOf<'phone'>;

interface CurrentUserOptions {
  readonly grantedScopes: readonly string[];
  readonly userId?: string;
  /** Default: the scopes in docs/interface.md 5.3. */
  readonly scopesShow?: ScopesShow | undefined;
}

/**
 * Retrieves the user that the access token belongs to (docs/interface.md 4.1, scope pii:basic).
 * Returns only those contact details that `grantedScopes` permit. Rejects with login-needed if the
 * account no longer exists, if the token may not read it, or if the record belongs to a user other
 * than `userId`, for example after the platform has merged two accounts.
 */
export async function retrieveCurrentUser(
  send: Send,
  { grantedScopes, userId, scopesShow = scopesOfInterface }: CurrentUserOptions,
): Promise<CurrentUser> {
  const operation = 'Retrieve current user';
  const schema = userSchema(grantedScopes.map((scope) => scopesShow[scope]));
  const request = { operation, method: 'GET', path: '/api/users/current' } as const;
  const response = await send(request).catch((error) => {
    throw needsNewLogin(error) ? noSuchUser(operation, error) : error;
  });
  if (response.body === null) throw noSuchUser(operation);
  const user = readResponse(schema, response);
  if (userId === undefined || user.id === userId) return user;
  const message = `${operation}: the record belongs to somebody else`;
  throw new ConventionError('login-needed', message, { isOfAnotherUser: true });
}

/**
 * Whether the account was deleted, or the token may not read its owner's record. In both cases,
 * only a new login helps.
 */
function needsNewLogin(error: unknown): boolean {
  if (!(error instanceof ConventionError)) return false;
  const { kind, answered, platformCode } = error;
  return kind === 'not-found' || answered === 410 || platformCode === 'insufficient_scope';
}

function noSuchUser(operation: string, cause?: ConventionError): ConventionError {
  const message = `${operation}: the account no longer exists, or the token may not read it`;
  return new ConventionError('login-needed', message, { answered: cause?.answered, cause });
}

const schemas = new Map<string, z.ZodType<CurrentUser>>();

/**
 * Compiled schemas are cached, because compiling one takes longer than validating a record with it.
 */
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
