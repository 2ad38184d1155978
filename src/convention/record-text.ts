// Reads text fields and lists in records, which may be absent, empty or unreadable. Limits the
// length of text and cleans it.

/** Takes the place of an invalid value, such as one of the wrong type or one nested too deeply. */
export const unreadable = Symbol('unreadable');
export type Unreadable = typeof unreadable;

/** A text field. Undefined means that it was not sent, and null or '' that it was sent empty. */
export type Field = string | null | undefined | Unreadable;

export type FieldList<Item> = readonly Item[] | null | undefined | Unreadable;

/** Returns an empty list if the list is absent or unreadable. */
export function entriesOf<Item>(list: FieldList<Item>): readonly Item[] {
  return typeof list === 'object' && list !== null ? list : [];
}

/** Returns '' if the field is absent or unreadable. */
export function textOf(field: Field): string {
  return typeof field === 'string' ? field : '';
}

/** In UTF-16 code units. Nobody enters more text in a form. */
const maxRawLength = 5000;
const maxLength = 1000;
const mostMarks = 30;
const graphemes = new Intl.Segmenter();

/**
 * Cuts text at 5,000 UTF-16 code units, and each run of combining marks at 30 (stream-safe format
 * of UAX 15), because normalising a run takes time quadratic in its length.
 */
export function boundedText(text: string): string {
  const start =
    text.length > maxRawLength ? text.slice(0, maxRawLength).replace(/\p{Surrogate}$/u, '') : text;
  if (!mayHaveMarks.test(start)) return start;
  // A counted pattern such as `\p{M}{31,}` would retry from every mark in a shorter run, which is
  // slow.
  return start.replace(/\p{M}+/gu, (marks) =>
    marks.length > mostMarks ? [...marks].slice(0, mostMarks).join('') : marks,
  );
}

/** All combining marks are at or above U+0300. */
const mayHaveMarks = /[\u0300-\uFFFF]/;
const isNotPlain = /[^ -~]/;

/**
 * Spaces, default ignorables and characters with a blank glyph are not visible. Unassigned
 * characters count as visible, because later versions of Unicode may define them.
 */
const visibleCharacter =
  /[^\s\p{Cc}\p{Surrogate}\p{DI}\p{Noncharacter_Code_Point}\u2800\uFFF9-\uFFFB\u{13441}\u{13442}\u{1D159}]/u;

/** Trims text. Returns '' if nothing in it is visible. */
export function visible(text: Field): string {
  return typeof text === 'string' && visibleCharacter.test(text) ? text.trim() : '';
}

/**
 * Limits text with `boundedText`, trims it, and cuts it after at most 1,000 UTF-16 code units. Text
 * that was cut ends with an ellipsis. Returns '' if nothing in the text is visible.
 */
export function cleanText(text: string): string {
  if (text.length <= maxLength && !isNotPlain.test(text)) return text.trim();
  const trimmed = visible(boundedText(text));
  if (trimmed.length <= maxLength) {
    const hasMore = trimmed !== '' && text.trimEnd().length > maxRawLength;
    return hasMore ? `${trimmed}…` : trimmed;
  }
  // Segmenting the whole text would be slow, so only the part around the cut is segmented.
  const around = trimmed.slice(maxLength - 50, maxLength + 50);
  const end = graphemes.segment(around).containing(50)?.index || 50;
  return `${trimmed.slice(0, maxLength - 50 + end)}…`;
}
