// The building blocks of the schemas at the border. Nearly all is optional: only without an id is a record of no use.
import { z } from 'zod';

/** An identifier, sent as a string or a number, kept as a string. Visible ASCII only: it is used in paths and as a key. */
export const id = z.union([z.string().regex(/^(?!\.\.?$)[!-~]{1,255}$/), z.int().transform(String)]);

/** Text: null when the convention says that there is none, undefined when it says nothing usable. */
export const text = z.string().nullish();

/** Yes or no, with the same two ways of being absent as `text`. */
export const yesOrNo = z.boolean().nullish();

/** A list, with the same two ways of being absent as `text`. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.array(item).nullish();
}

/** An address, of a user (interface 2.1) or of a business (2.7). */
export const address = z.object({
  addressLine1: text,
  addressLine2: text,
  addressCity: text,
  addressZipcode: text,
  addressState: text,
  addressCountry: text,
});

/**
 * What was answered to one of the event's own questions (interface 2.3): all of it is user data. `type` is one of select,
 * multi, text, number, or a later one, kept as sent. An unreadable `value` is undefined.
 */
export const option = z.object({
  name: text,
  type: text,
  value: z.union([z.string(), z.number(), z.array(z.string())]).nullish(),
});
