// Functions for text from outside that pages show or parse. The functions for the platform's
// records are in src/convention/record-text.ts.
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
 * The bound for one grapheme, in UTF-16 code units. Without it, any number of marks can be stacked
 * on one letter.
 */
const longestGrapheme = 16;
const graphemes = new Intl.Segmenter();

/**
 * Splits a text into graphemes: the characters that a reader sees. A mark that Unicode's rules
 * separate, such as some Burmese vowels, is added to the grapheme before it.
 */
export function graphemesOf(text: string): string[] {
  // The segmenter is slow, and every printable ASCII character is a grapheme.
  if (!isNotPlain.test(text)) return [...text];
  const found: string[] = [];
  for (const { segment } of graphemes.segment(text)) {
    const isMark = found.length > 0 && /^\p{M}/u.test(segment);
    found.push(isMark ? found.pop() + segment : segment);
  }
  return found;
}

/**
 * Returns the first grapheme that passes `isWanted`, or an empty text. Only the first 32 code units
 * are searched.
 */
export function firstGrapheme(text: string, isWanted = (_grapheme: string) => true): string {
  const start = text.slice(0, 2 * longestGrapheme);
  const found = graphemesOf(start).find(isWanted) ?? '';
  // No emoji and no script needs this many units, so the grapheme consists of stacked marks.
  const isEndless = found.length === 2 * longestGrapheme;
  return isEndless ? found.slice(0, longestGrapheme).replace(/\p{Surrogate}$/u, '') : found;
}

/** Cuts a text after `most` graphemes and adds an ellipsis. */
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
 * Returns undefined for an invalid URL. It does not use `URL.canParse`, which on Node 20 rejects
 * letters such as ü after thousands of calls.
 */
export function parseAddress(text: unknown): URL | undefined {
  try {
    return typeof text === 'string' ? new URL(text) : undefined;
  } catch {
    return undefined;
  }
}

/** The forms that a text from another server may have in the log and on the operator's terminal. */
const forms = {
  code: /^[\w-]{1,40}$/,
  origin: /^https?:\/\/[\w.:[\]-]{1,200}$/i,
  /** Without a query, as an issuer name is (RFC 8414 2). */
  url: /^https?:\/\/[\w.:[\]-]{1,200}(\/[\w.:~%/-]{0,200})?$/i,
  /** An alternative name of a certificate, as Node writes it. */
  certificateName: /^(DNS|IP Address):[\w.:*-]{1,200}$/,
};

/**
 * Returns a text from another server if all of it has this form, or else undefined. It then has no
 * control characters, no spaces and no quotes, so that it can pass neither for a line of ours nor
 * for a command. As `origin`, it may be any URL, whose path and query are dropped.
 */
export function fromOutside(text: unknown, form: keyof typeof forms): string | undefined {
  const found = form === 'origin' ? parseAddress(text)?.origin : text;
  return typeof found === 'string' && forms[form].test(found) ? found : undefined;
}

/** Like `parseAddress`, but reads a scheme-relative URL (`//host/…`) as https, our own scheme. */
export function parsePictureAddress(text: unknown): URL | undefined {
  return parseAddress(typeof text === 'string' ? text.replace(/^\s*\/\//, 'https://') : text);
}

/**
 * Isolates a text from outside in a sentence, so that its direction does not affect the rest of the
 * sentence (UAX 9, FSI and PDI). Removes directional formatting characters, which could end the
 * isolation.
 */
export function isolated(text: string): string {
  return `\u2068${withoutDirectionMarks(text)}\u2069`;
}

/**
 * Removes directional formatting characters from a text in a `<bdi>` element. An isolate that is
 * never closed would affect the words after it.
 */
export function withoutDirectionMarks(text: string): string {
  return text.replace(/[\u202A-\u202E\u2066-\u2069]/g, '');
}

export function capital(text: string): string {
  return text.replace(/^\p{L}/u, (letter) => letter.toUpperCase());
}
