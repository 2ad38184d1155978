// Building blocks for the schemas of answers. Nearly every field is optional: a record is useless
// only without an id.
import { z } from 'zod';
import { boundedText, cleanText, type Unreadable, unreadable } from './record-text.ts';

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
export const listedText = readBy(asText(cleanText));

/**
 * Text, cleaned likewise, and numbers as their digits: null if the convention says that there is
 * none, '' if nothing in it is visible, undefined if it sends none, `unreadable` if what it sends
 * is no text.
 */
export const text = fieldBy(asText(cleanText));

/** Text as typed, spaces and invisible characters included, but bounded (`boundedText`). */
export const rawText = fieldBy(asText(boundedText));

/** A boolean that can be absent or unreadable in the same ways as `text`. */
export const yesOrNo = fieldBy((value) => (typeof value === 'boolean' ? value : undefined));

function asText(clean: (text: string) => string) {
  return (value: unknown): string | undefined => {
    if (typeof value === 'string') return clean(value);
    return typeof value === 'number' || typeof value === 'bigint' ? String(value) : undefined;
  };
}

/** No record has more of anything. To list what does not fit in 10,000 entries takes 100 ms. */
const mostEntries = 1000;

/** A list of at most 1,000 entries. Of a longer one, `readAnswer` reads only the first 1,000. */
export function list<Item extends z.ZodType>(item: Item) {
  return z.array(item).max(mostEntries);
}

/**
 * A list that can be absent or unreadable in the same ways as `text`. One entry is a list of it,
 * and an entry that is null is none.
 */
export function listOf<Item extends z.ZodType>(item: Item) {
  const entries = list(item);
  return z
    .unknown()
    .transform((value, context): z.output<Item>[] | Unreadable => {
      // Of a list in which nothing could be read, only the mark is left.
      const [only = value] = Array.isArray(value) ? value : [];
      if (only === unreadable) return unreadable;
      const isList = Array.isArray(value);
      // The entries of a list that is too long are read when it has been cut.
      if (isList && value.length > mostEntries) return misfit(value, context, [tooLong]);
      const result = entries.safeParse(isList ? value : [value]);
      if (result.success) return result.data;
      return isList ? misfit(value, context, result.error.issues) : misfit(value, context);
    })
    .nullish();
}

const tooLong = {
  code: 'too_big',
  origin: 'array',
  maximum: mostEntries,
  path: [],
  message: '',
} satisfies z.core.$ZodIssue;

/** A record in a record, which can be absent or unreadable in the same ways as `text`. */
export function recordOf<Record extends z.ZodType>(record: Record) {
  return z
    .unknown()
    .transform((value, context): z.output<Record> | Unreadable => {
      if (value === unreadable) return unreadable;
      const result = record.safeParse(value);
      return result.success ? result.data : misfit(value, context, result.error.issues);
    })
    .nullish();
}

/** Reports that a value does not fit: all of it, or what these issues inside it point at. */
function misfit(
  value: unknown,
  context: z.RefinementCtx,
  issues: readonly z.core.$ZodIssue[] = [{ code: 'custom', path: [], message: '' }],
): never {
  for (const issue of issues)
    context.issues.push({ ...issue, input: value } as z.core.$ZodRawIssue);
  return z.NEVER;
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
 * The answer to one of the event's own questions (interface 2.3, 2.7), all of it user data. `type`
 * may be any text, and `value` anything that is not nested too deeply.
 */
export const option = z.object({
  name: text,
  type: text,
  value: fieldBy((value) => (isShallow(value) ? cleaned(value) : undefined)),
});

/** Cleans the texts in an answer, and reads the first 1,000 entries of a list in it. */
function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.slice(0, mostEntries).map(cleaned);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cleaned(inner)]));
}

/** Printing or storing a value is recursive, so deep nesting would overflow the stack. */
function isShallow(value: unknown, levels = 8): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((item) => isShallow(item, levels - 1));
}

/** A field of a record, which `readAnswer` marks as unreadable if it does not fit. */
function fieldBy<Value>(read: (value: unknown) => Value | undefined) {
  return readBy((value): Value | Unreadable | undefined =>
    value === unreadable ? unreadable : read(value),
  ).nullish();
}

/**
 * A value of several types, read by a function that returns undefined for any other. A union takes
 * ten times as long to say that nothing fits, which counts in a list of thousands.
 */
function readBy<Value>(read: (value: unknown) => Value | undefined) {
  return z.unknown().transform((value, context): Value => {
    const result = read(value);
    return result === undefined ? misfit(value, context) : result;
  });
}
