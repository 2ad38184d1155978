// The building blocks of every schema at the border: what the convention sends is read tolerantly, and refused only without an id.
import { z } from 'zod';
import { ConventionError } from './convention-error.ts';

/** An identifier, sent as a number or a string, kept as a string. Visible ASCII only: it is used in paths and as a key. */
export const id = z.union([z.int().transform(String), z.string().regex(/^(?!\.\.?$)[!-~]{1,255}$/)]);

/** Text: null when the convention says there is none, undefined when it says nothing usable. */
export const text = z.string().nullish().catch(undefined);

/** Yes or no, with the same two ways of being absent as `text`. */
export const yesOrNo = z.boolean().nullish().catch(undefined);

/** A list that leaves out items it cannot read; null and undefined as in `text`. */
export function listOf<Item extends z.ZodType>(item: Item) {
  const readableItems = (items: unknown[]): z.output<Item>[] =>
    items.flatMap((value) => {
      const { success, data } = item.safeParse(value);
      return success ? [data] : [];
    });
  return z.array(z.unknown()).transform(readableItems).nullish().catch(undefined);
}

/** Reads an answer by its schema. Throws an invalid-answer ConventionError, which names the operation and no value. */
export function readAnswer<Schema extends z.ZodType>(
  schema: Schema,
  { operation, body }: { operation: string; body: unknown },
): z.output<Schema> {
  const { success, data } = schema.safeParse(body);
  if (!success)
    throw new ConventionError('invalid-answer', `${operation}: the answer is not the record that was asked for`);
  return data;
}
