// Building blocks for the schemas of answers. Nearly every field is optional: a record is useless
// only without an id.
import { z } from 'zod';
import { boundedText, cleanText } from '../text.ts';

/**
 * An id, sent as a string or a number and kept as a string. Visible ASCII only, because it is used
 * in paths and as a key.
 */
export const id = readBy((value) => {
  if (typeof value === 'string') return isId.test(value) ? value : undefined;
  return Number.isSafeInteger(value) ? String(value) : undefined;
});
const isId = /^(?!\.\.?$)[!-~]{1,255}$/;

/** Text in a list, cleaned (`cleanText`): trimmed, at most 1,000 UTF-16 code units. */
export const listedText = z.string().transform(cleanText);

/**
 * Text, cleaned likewise: null if the convention says that there is none, '' if nothing in it is
 * visible, undefined if it sends nothing usable.
 */
export const text = listedText.nullish();

/** Text as typed, spaces and invisible characters included, but bounded (`boundedText`). */
export const rawText = z.string().transform(boundedText).nullish();

/** A boolean that can be absent in the same two ways as `text`. */
export const yesOrNo = z.boolean().nullish();

/** No record has more of anything. To list what does not fit in 10,000 entries takes 100 ms. */
const mostEntries = 1000;

/** A list of at most 1,000 entries. Of a longer one, `readAnswer` reads only the first 1,000. */
export function list<Item extends z.ZodType>(item: Item) {
  return z.array(item).max(mostEntries);
}

/** A list that can be absent in the same two ways as `text`. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return list(item).nullish();
}

/** An address of a user (interface 2.1) or a business (2.7). */
export const address = z.object({
  addressLine1: text,
  addressLine2: text,
  addressCity: text,
  addressZipcode: text,
  addressState: text,
  addressCountry: text,
});

/**
 * The answer to one of the event's own questions (interface 2.3), all of it user data. `type` is
 * select, multi, text, number or a later value, kept as sent. An unreadable `value` is undefined.
 */
export const option = z.object({
  name: text,
  type: text,
  value: readBy(optionValue).nullish(),
});

function optionValue(value: unknown): string | number | string[] | undefined {
  if (typeof value === 'string') return cleanText(value);
  if (typeof value === 'number') return value;
  if (!Array.isArray(value)) return undefined;
  const choices = value.slice(0, mostEntries);
  return choices.every((item) => typeof item === 'string') ? choices.map(cleanText) : undefined;
}

/**
 * A value of several types, read by a function that returns undefined for any other. A union takes
 * ten times as long to say that nothing fits, which counts in a list of thousands.
 */
function readBy<Value>(read: (value: unknown) => Value | undefined) {
  return z.unknown().transform((value, context): Value => {
    const result = read(value);
    if (result !== undefined) return result;
    context.issues.push({ code: 'custom', input: value });
    return z.NEVER;
  });
}
