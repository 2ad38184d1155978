// The user embedded in other records (interface 2.2). The service credential can read people who
// shared nothing with this site, so only ids and display names are kept. Contact details and legal
// names are read only if a caller requests them.
import { z } from 'zod';
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
