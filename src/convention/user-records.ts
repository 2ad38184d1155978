// Records that belong to a user: the user summary in them (interface 2.2), and how to get one.
// The service credential can read people who shared nothing with this site, so only ids and display
// names are read. Contact details and legal names are read only if a caller requests them.
import { z } from 'zod';
import { ConventionError } from './convention-error.ts';
import type { Send } from './http.ts';
import { readAnswer } from './read-answer.ts';
import { id, text } from './schema.ts';

const openFields = z.object({ id, username: text, preferredName: text });
const personalFields = z.object({ email: text, phone: text, firstName: text, lastName: text });

/** A field of a user summary that is dropped unless `include` names it. */
export type PersonalField = keyof typeof personalFields.shape;

export type UserSummary = z.infer<typeof openFields> & z.infer<typeof personalFields>;

/** Whose record to return, and which personal fields of the embedded user the caller needs. */
export interface RecordOfUser {
  userId: string;
  include?: readonly PersonalField[];
}

/**
 * Builds the schema of records that embed user summaries. It is compiled once for each set of
 * requested fields: that takes milliseconds, and saves as much CPU time on every list.
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
  /** The user whose record it must be. */
  userId: string;
}

/**
 * Retrieves the one record of a user. Rejects with a ConventionError: not-found if the response is
 * empty, and invalid-answer if the record belongs to another user.
 */
export async function retrieveUserRecord<Schema extends z.ZodType<{ user: UserSummary }>>(
  send: Send,
  { operation, path, schema, userId }: UserRecordRequest<Schema>,
): Promise<z.output<Schema>> {
  const answer = await send({ operation, method: 'GET', path });
  if (isEmpty(answer.body))
    throw new ConventionError('not-found', `${operation}: the response is empty`);
  const record = readAnswer(schema, answer);
  if (record.user.id === userId) return record;
  throw new ConventionError('invalid-answer', `${operation}: the record belongs to somebody else`);
}

/**
 * Servers say in several ways that there is no record: no content, null, an empty list or object,
 * or one of these inside an envelope.
 */
function isEmpty(body: unknown, levels = 3): boolean {
  if (typeof body !== 'object' || body === null) return !body && body !== 0;
  const inside = Object.values(body);
  return levels > 0 && inside.length <= 3 && inside.every((value) => isEmpty(value, levels - 1));
}
