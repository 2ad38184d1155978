// Texts and lists of records: absent, empty or unreadable, and bounded and cleaned before anything
// else is done with them.

/** Stands for a value that was sent and cannot be read: of another type, or nested too deeply. */
export const unreadable = Symbol('unreadable');
export type Unreadable = typeof unreadable;

/** A text of a record: null if it is empty, undefined if it was not sent. */
export type Field = string | null | undefined | Unreadable;

/** A list of a record, absent or unreadable in the same ways. */
export type FieldList<Item> = readonly Item[] | null | undefined | Unreadable;

/** Returns the entries of a list that can be read. */
export function entriesOf<Item>(list: FieldList<Item>): readonly Item[] {
  return typeof list === 'object' && list !== null ? list : [];
}

/** Returns the text of a field; '' if it has none, or none that can be read. */
export function textOf(field: Field): string {
  return typeof field === 'string' ? field : '';
}

/** In UTF-16 code units. Whoever types more than this is not filling in a form. */
const maxRawLength = 5000;
const maxLength = 1000;
const mostMarks = 30;
const graphemes = new Intl.Segmenter();

/**
 * Cuts a text at 5,000 UTF-16 code units, and keeps at most 30 combining marks in a row (the
 * stream-safe format of UAX 15): sorting more of them takes quadratic time. Takes linear time.
 */
export function boundedText(text: string): string {
  const start =
    text.length > maxRawLength ? text.slice(0, maxRawLength).replace(/\p{Surrogate}$/u, '') : text;
  if (!mayHaveMarks.test(start)) return start;
  // Each run is matched once. A pattern that counts marks would try again from each of them.
  return start.replace(/\p{M}+/gu, (marks) =>
    marks.length > mostMarks ? [...marks].slice(0, mostMarks).join('') : marks,
  );
}

/** Unicode has no combining mark before U+0300. */
const mayHaveMarks = /[\u0300-\uFFFF]/;
const isNotPlain = /[^ -~]/;

/**
 * What a reader sees: no space, nothing that Unicode says not to draw (default ignorable), and no
 * letter that fonts leave blank. A character of a later Unicode is unknown, but not invisible.
 */
const visibleCharacter =
  /[^\s\p{Cc}\p{Surrogate}\p{DI}\p{Noncharacter_Code_Point}\u2800\uFFF9-\uFFFB\u{13441}\u{13442}\u{1D159}]/u;

/** Trims a text. Returns '' if nothing in it is visible. */
export function visible(text: Field): string {
  return typeof text === 'string' && visibleCharacter.test(text) ? text.trim() : '';
}

/**
 * Bounds and trims a text, and cuts it at 1,000 UTF-16 code units, with an ellipsis in place of the
 * rest. Returns '' if nothing in its first 5,000 units is visible. Takes linear time.
 */
export function cleanText(text: string): string {
  if (text.length <= maxLength && !isNotPlain.test(text)) return text.trim();
  const trimmed = visible(boundedText(text));
  if (trimmed.length <= maxLength) {
    const hasMore = trimmed !== '' && text.trimEnd().length > maxRawLength;
    return hasMore ? `${trimmed}…` : trimmed;
  }
  // Only what surrounds the place of the cut is searched for the end of a grapheme.
  const around = trimmed.slice(maxLength - 50, maxLength + 50);
  const end = graphemes.segment(around).containing(50)?.index || 50;
  return `${trimmed.slice(0, maxLength - 50 + end)}…`;
}
