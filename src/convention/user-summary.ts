// The user embedded in other records (interface 2.2). The service credential sees people who shared nothing with this
// site, so only what names them is kept; contact details and legal names are read only for a caller that asks for them.
import { z } from 'zod';
import { id, text } from './schema.ts';

const openFields = z.object({ id, username: text, preferredName: text });
const personalFields = z.object({ email: text, phone: text, firstName: text, lastName: text });

/** A field of a user summary that is dropped unless a caller states the need for it in `include`. */
export type PersonalField = keyof typeof personalFields.shape;

export type UserSummary = z.infer<typeof openFields> & z.infer<typeof personalFields>;

/** Whose record is wanted, and which personal fields of the embedded user the caller needs. */
export interface RecordOfUser {
  userId: string;
  include?: readonly PersonalField[];
}

/**
 * Makes the schema of what embeds user summaries: compiled once for each set of personal fields that callers ask for.
 * That takes milliseconds, and saves as much CPU on every walk.
 */
export function withUserSummary<Schema extends z.ZodType>(build: (user: z.ZodType<UserSummary>) => Schema) {
  const built = new Map<string, Schema>();
  return (include: readonly PersonalField[] = []): Schema => {
    const key = [...include].sort().join();
    const schema = built.get(key) ?? z.compile(build(userSummary(include)));
    built.set(key, schema);
    return schema;
  };
}

function userSummary(include: readonly PersonalField[]): z.ZodType<UserSummary> {
  const needed = Object.fromEntries(include.map((field) => [field, true])) as { [Field in PersonalField]: true };
  return openFields.extend(personalFields.pick(needed).shape);
}
