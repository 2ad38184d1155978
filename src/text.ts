// Text from outside: bounded before any work is done on it, cleaned before it is shown, and parsed.

/** A text of a record: null if it is empty, undefined if it was not sent. */
export type Field = string | null | undefined;

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

/** Splits a text into graphemes: what a reader sees as one character. */
export function graphemesOf(text: string): string[] {
  // The segmenter takes long, and of printable ASCII every character is a grapheme.
  return isNotPlain.test(text)
    ? Array.from(graphemes.segment(text), ({ segment }) => segment)
    : [...text];
}

/** Returns what a reader sees as the first character; '' of an empty text. */
export function firstGrapheme(text: string): string {
  return graphemesOf(text.slice(0, longestGrapheme))[0] ?? '';
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
 * Trims a text. Returns '' if nothing in it is visible: only spaces, control and format characters,
 * and letters that render as blank.
 */
export function visible(text: Field): string {
  return text && /[^\s\p{C}\u115F\u1160\u2800\u3164\uFFA0]/u.test(text) ? text.trim() : '';
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
