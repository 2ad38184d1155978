// Text from outside, as pages show and parse it. What records are made of is in the client.
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

/** In UTF-16 code units. Any number of marks can be stacked on one letter. */
const longestGrapheme = 16;
const graphemes = new Intl.Segmenter();

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

const isNotPlain = /[^ -~]/;

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

/**
 * Isolates the words of a person inside a sentence of this site: whatever their direction, the rest
 * of the sentence keeps its own (UAX 9, FSI and PDI). Direction marks are removed, because one of
 * them would end the isolation.
 */
export function isolated(text: string): string {
  return `\u2068${withoutDirectionMarks(text)}\u2069`;
}

/**
 * Removes direction marks from a text that has an element of its own (`<bdi>`) in the middle of a
 * sentence: a mark that opens an isolate and never closes it would affect the words after it.
 */
export function withoutDirectionMarks(text: string): string {
  return text.replace(/[\u202A-\u202E\u2066-\u2069]/g, '');
}

/** Some words are small within a sentence, but not where a text begins. */
export function capital(text: string): string {
  return text.replace(/^\p{L}/u, (letter) => letter.toUpperCase());
}
