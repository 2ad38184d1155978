// Reads records that belong to a user and contain a user summary (docs/interface.md 2.2). The
// service credential can also read the records of people who did not share anything with this site.
// Contact details and legal names in a user summary are therefore dropped, unless the caller
// requests them.
import { z } from 'zod';
import { ConventionError } from './convention-error.ts';
import { readResponse } from './read-response.ts';
import { id, text } from './schema.ts';
import type { Send } from './send-call.ts';

const openFields = z.object({ id, username: text, preferredName: text });
const personalFields = z.object({ email: text, phone: text, firstName: text, lastName: text });

/** A field of a user summary that is dropped unless it is in `include`. */
export type PersonalField = keyof typeof personalFields.shape;

export type UserSummary = z.infer<typeof openFields> & z.infer<typeof personalFields>;

export interface RecordOfUser {
  userId: string;
  include?: readonly PersonalField[];
}

/**
 * Returns a function that builds the schema of records with embedded user summaries. Compiled
 * schemas are cached for each set of fields, because compiling one takes milliseconds.
 */
export function withUserSummary<Schema extends z.ZodType>(
  build: (user: z.ZodType<UserSummary>) => Schema,
) {
  const built = new Map<string, Schema>();
  return (include: readonly PersonalField[] = []): Schema => {
    const key = [...include].sort().join();
    const schema = built.get(key) ?? z.compile(build(userSummary(include)));
    built.set(key, schema);
    return schema;
  };
}

function userSummary(include: readonly PersonalField[]): z.ZodType<UserSummary> {
  const needed = Object.fromEntries(include.map((field) => [field, true])) as {
    [Field in PersonalField]: true;
  };
  return openFields.extend(personalFields.pick(needed).shape);
}

interface UserRecordRequest<Schema> {
  operation: string;
  path: string;
  schema: Schema;
  /** The expected user. Any other user's record is rejected. */
  userId: string;
}

/**
 * Retrieves one user's record. Rejects with a ConventionError: not-found if the response is empty,
 * and invalid-answer if the record belongs to a different user.
 */
export async function retrieveUserRecord<Schema extends z.ZodType<{ user: UserSummary }>>(
  send: Send,
  { operation, path, schema, userId }: UserRecordRequest<Schema>,
): Promise<z.output<Schema>> {
  const response = await send({ operation, method: 'GET', path });
  if (isEmpty(response.body))
    throw new ConventionError('not-found', `${operation}: the response is empty`);
  const record = readResponse(schema, response);
  if (record.user.id === userId) return record;
  throw new ConventionError('invalid-answer', `${operation}: the record belongs to somebody else`);
}

/**
 * Whether a response contains no record. Servers indicate this in several ways: no content, null,
 * an empty list or object, or one of these inside an envelope.
 */
function isEmpty(body: unknown, levels = 3): boolean {
  if (typeof body !== 'object' || body === null) return !body && body !== 0;
  const inside = Object.values(body);
  return levels > 0 && inside.length <= 3 && inside.every((value) => isEmpty(value, levels - 1));
}
