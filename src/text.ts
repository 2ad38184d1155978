// Text from outside: bounded before any work is done on it, cleaned before it is shown, and parsed.

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
/** In UTF-16 code units. Any number of marks can be stacked on one letter. */
const longestGrapheme = 16;
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

/**
 * Splits a text into graphemes: what a reader sees as one character. A mark that Unicode's rules
 * leave alone, as some vowels of Burmese, belongs to the letter before it.
 */
export function graphemesOf(text: string): string[] {
  // The segmenter takes long, and of printable ASCII every character is a grapheme.
  if (!isNotPlain.test(text)) return [...text];
  const found: string[] = [];
  for (const { segment } of graphemes.segment(text)) {
    const isMark = found.length > 0 && /^\p{M}/u.test(segment);
    found.push(isMark ? found.pop() + segment : segment);
  }
  return found;
}

/** Returns the first character that a reader sees and that is wanted; '' if there is none. */
export function firstGrapheme(text: string, isWanted = (_grapheme: string) => true): string {
  const start = text.slice(0, 2 * longestGrapheme);
  const found = graphemesOf(start).find(isWanted) ?? '';
  // No emoji and no orthography needs so many units: the rest is stacked on it without end.
  const isEndless = found.length === 2 * longestGrapheme;
  return isEndless ? found.slice(0, longestGrapheme).replace(/\p{Surrogate}$/u, '') : found;
}

/** Cuts a text to at most this many graphemes, and adds an ellipsis if more followed. */
export function truncate(text: string, most = 500): string {
  if (text.length <= most) return text;
  // The segmenter copies its input for each grapheme that it finds, so the input must be short.
  const start = text.slice(0, most * longestGrapheme).replace(/\p{Surrogate}$/u, '');
  let count = 0;
  for (const { index } of graphemes.segment(start)) {
    if (count === most) return `${start.slice(0, index)}…`;
    count += 1;
  }
  return start.length < text.length ? `${start}…` : text;
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

/**
 * Returns the parsed address, or undefined if it is none. Not by `URL.canParse`: on Node 20 it
 * refuses addresses with letters such as ü, but only after some thousand calls.
 */
export function parseAddress(text: unknown): URL | undefined {
  try {
    return typeof text === 'string' ? new URL(text) : undefined;
  } catch {
    return undefined;
  }
}
