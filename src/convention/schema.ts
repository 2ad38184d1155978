// Building blocks for response schemas. Nearly every field is optional.
import { z } from 'zod';
import { boundedText, cleanText, type Unreadable, unreadable } from './record-text.ts';

/**
 * An id, sent as a string or a number and returned as a string. Only visible ASCII is valid,
 * because ids are used in paths and as keys.
 */
export const id = readBy((value) => {
  if (typeof value === 'string') return isId.test(value) ? value : undefined;
  return Number.isSafeInteger(value) ? String(value) : undefined;
});
const isId = /^(?!\.\.?$)[!-~]{1,255}$/;

/** Required text, cleaned by `cleanText`. */
export const listedText = readBy(asText(cleanText));

/**
 * Optional text, cleaned by `cleanText`. A number is converted to a string. The result is '' if
 * nothing in the text is visible, and `unreadable` for any other type. Null stays null, and absent
 * text is undefined.
 */
export const text = fieldBy(asText(cleanText));

/**
 * Optional text like `text`, but only limited by `boundedText`. It may have leading or trailing
 * spaces and invisible characters.
 */
export const rawText = fieldBy(asText(boundedText));

export const yesOrNo = fieldBy((value) => (typeof value === 'boolean' ? value : undefined));

function asText(clean: (text: string) => string) {
  return (value: unknown): string | undefined => {
    if (typeof value === 'string') return clean(value);
    return typeof value === 'number' || typeof value === 'bigint' ? String(value) : undefined;
  };
}

/** Later entries are cut off, because validating 10,000 bad entries takes 100 ms. */
const mostEntries = 1000;

/** A required list of at most 1,000 entries. `readResponse` cuts a longer one. */
export function list<Item extends z.ZodType>(item: Item) {
  return z.array(item).max(mostEntries);
}

/**
 * An optional list, which can be absent or unreadable like `text`. A single value is read as a list
 * with one entry.
 */
export function listOf<Item extends z.ZodType>(item: Item) {
  const entries = list(item);
  return z
    .unknown()
    .transform((value, context): z.output<Item>[] | Unreadable => {
      // If no entry of a list was valid, `readResponse` has replaced all of them with one
      // `unreadable`.
      const [only = value] = Array.isArray(value) ? value : [];
      if (only === unreadable) return unreadable;
      const isList = Array.isArray(value);
      // `readResponse` cuts the list first, and validates the entries in its next pass.
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

/** An optional record, which can be absent or unreadable like `text`. */
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

/**
 * Reports a value as invalid. If `issues` are given, only the parts that they refer to are invalid.
 */
function misfit(
  value: unknown,
  context: z.RefinementCtx,
  issues: readonly z.core.$ZodIssue[] = [{ code: 'custom', path: [], message: '' }],
): never {
  for (const issue of issues)
    context.issues.push({ ...issue, input: value } as z.core.$ZodRawIssue);
  return z.NEVER;
}

/** The address of a user (docs/interface.md 2.1) or a business (2.7). */
export const address = z.object({
  addressLine1: text,
  addressLine2: text,
  addressCity: text,
  addressZipcode: text,
  addressState: text,
  addressCountry: text,
});

/**
 * An attendee's answer to one of the convention's questions (docs/interface.md 2.3, 2.7). `value`
 * may be any JSON that is not nested too deeply.
 */
export const option = z.object({
  name: text,
  type: text,
  value: fieldBy((value) => (isShallow(value) ? cleaned(value) : undefined)),
});

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.slice(0, mostEntries).map(cleaned);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cleaned(inner)]));
}

/**
 * Whether a value is nested at most eight levels deep. Deeper nesting could overflow the stack when
 * the value is printed or stored.
 */
function isShallow(value: unknown, levels = 8): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((item) => isShallow(item, levels - 1));
}

/** An optional field, which `readResponse` marks as unreadable if it is invalid. */
function fieldBy<Value>(read: (value: unknown) => Value | undefined) {
  return readBy((value): Value | Unreadable | undefined =>
    value === unreadable ? unreadable : read(value),
  ).nullish();
}

/**
 * A required value that may have several types. `read` returns undefined for an invalid value. A
 * zod union would take ten times as long to reject a value, which matters in long lists.
 */
function readBy<Value>(read: (value: unknown) => Value | undefined) {
  return z.unknown().transform((value, context): Value => {
    const result = read(value);
    return result === undefined ? misfit(value, context) : result;
  });
}
