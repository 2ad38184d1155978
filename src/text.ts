// Functions for text from outside that pages show or parse. Those for the platform's records are in
// src/convention/record-text.ts.
export {
  boundedText,
  cleanText,
  entriesOf,
  type Field,
  type FieldList,
  textOf,
  type Unreadable,
  unreadable,
  visible,
} from './convention/record-text.ts';

/**
 * A generous length for one grapheme, in UTF-16 code units. The limits below are multiples of it,
 * because any number of marks can be stacked on one letter.
 */
const longestGrapheme = 16;
const graphemes = new Intl.Segmenter();

/**
 * Splits text into graphemes: the characters that a reader sees. A mark that Unicode's rules split
 * off, such as some Burmese vowels, is joined to the grapheme before it.
 */
export function graphemesOf(text: string): string[] {
  // The segmenter is slow, and in printable ASCII, every character is a grapheme.
  if (!isNotPlain.test(text)) return [...text];
  const found: string[] = [];
  for (const { segment } of graphemes.segment(text)) {
    const isMark = found.length > 0 && /^\p{M}/u.test(segment);
    found.push(isMark ? found.pop() + segment : segment);
  }
  return found;
}

/**
 * Returns the first grapheme that passes `isWanted`, or ''. Only the first 32 code units are
 * searched.
 */
export function firstGrapheme(text: string, isWanted = (_grapheme: string) => true): string {
  const start = text.slice(0, 2 * longestGrapheme);
  const found = graphemesOf(start).find(isWanted) ?? '';
  // No emoji or script needs this many units, so these are stacked marks.
  const isEndless = found.length === 2 * longestGrapheme;
  return isEndless ? found.slice(0, longestGrapheme).replace(/\p{Surrogate}$/u, '') : found;
}

/** Truncates text to `most` graphemes and an ellipsis. */
export function truncate(text: string, most = 500): string {
  if (text.length <= most) return text;
  // The segmenter copies its input for each grapheme, so the input must be short.
  const start = text.slice(0, most * longestGrapheme).replace(/\p{Surrogate}$/u, '');
  let count = 0;
  for (const { index } of graphemes.segment(start)) {
    if (count === most) return `${start.slice(0, index)}…`;
    count += 1;
  }
  return start.length < text.length ? `${start}…` : text;
}

const isNotPlain = /[^ -~]/;

/**
 * Returns undefined for an invalid URL. Does not use `URL.canParse`, which on Node 20 rejects
 * letters such as ü after thousands of calls.
 */
export function parseUrl(text: unknown): URL | undefined {
  try {
    return typeof text === 'string' ? new URL(text) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The forms in which text from another server may appear in the log and on the operator's terminal.
 */
const forms = {
  code: /^[\w-]{1,40}$/,
  origin: /^https?:\/\/[\w.:[\]-]{1,200}$/i,
  /** Without a query, like an issuer name (RFC 8414 2). */
  url: /^https?:\/\/[\w.:[\]-]{1,200}(\/[\w.:~%/-]{0,200})?$/i,
  /** A subject alternative name in a certificate, as Node formats it. */
  certificateName: /^(DNS|IP Address):[\w.:*-]{1,200}$/,
};

/**
 * Returns text from another server if all of it has this form, and otherwise undefined. Such text
 * does not contain control characters or quotes, nor spaces except in `IP Address`, so it cannot be
 * mistaken for one of our own lines or for a command. For `origin`, the text may be any URL, whose
 * path and query are dropped.
 */
export function fromOutside(text: unknown, form: keyof typeof forms): string | undefined {
  const found = form === 'origin' ? parseUrl(text)?.origin : text;
  return typeof found === 'string' && forms[form].test(found) ? found : undefined;
}

/** Like `parseUrl`, but reads a scheme-relative URL (`//host/…`) as https. */
export function parsePictureUrl(text: unknown): URL | undefined {
  return parseUrl(typeof text === 'string' ? text.replace(/^\s*\/\//, 'https://') : text);
}

/**
 * Isolates text from outside within a sentence, so that its direction does not affect the rest (UAX
 * 9, FSI and PDI). Removes directional formatting characters, which could end the isolation.
 */
export function isolated(text: string): string {
  return `\u2068${withoutDirectionMarks(text)}\u2069`;
}

/**
 * Removes directional formatting characters. Even in a `<bdi>` element, an unclosed isolate would
 * affect the words after it.
 */
export function withoutDirectionMarks(text: string): string {
  return text.replace(/[\u202A-\u202E\u2066-\u2069]/g, '');
}

export function capital(text: string): string {
  return text.replace(/^\p{L}/u, (letter) => letter.toUpperCase());
}
