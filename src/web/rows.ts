// Summary rows, the form of every record on a page: a label, a value, and perhaps a link.
import { cleanText, type Field } from '../text.ts';
import type { Translate } from './words/messages.ts';

export interface Row {
  readonly label: string;
  /** One line for most rows; an address has several. */
  readonly lines: readonly string[];
  /** The attendee's own words (isolated, never translated), a list of them, or words of ours. */
  readonly kind: 'record' | 'record list' | 'text';
  /** A fixed direction for the attendee's text, whatever it contains: a phone number. */
  readonly direction?: 'ltr' | undefined;
  /** The text of a link to the registration site, or to the page of this site that `path` names. */
  readonly link?: string;
  readonly path?: string;
  /** The address that the line itself is a link to: `mailto:`. */
  readonly href?: string | undefined;
  /** Shows the line as a status: a word with a shape. */
  readonly status?: 'good' | 'open';
  /** Says beside the value whether the convention has confirmed it. */
  readonly mark?: { readonly text: string; readonly isGood: boolean };
  /** The moment for `<time datetime>`, if the line is one. */
  readonly moment?: string;
}

/** One of the event's own questions (interface 2.3, 2.7), with an answer of any kind. */
interface AnsweredQuestion {
  readonly name?: Field;
  readonly value?: unknown;
}

const mostItems = 100;
const mostTextsOfAnswer = 1000;

/**
 * Creates rows in one language. Cuts lists at 100 items, and says how many more there are at least:
 * the convention may have sent more than was read.
 */
export function createRows(words: Translate) {
  const textRow = (label: string, line: string): Row => ({ label, lines: [line], kind: 'text' });

  /** One text of a record, or formatted lines that stay as they are (an address). */
  function recordRow(label: string, value: string | readonly string[] | null | undefined): Row {
    const lines = [value ?? []].flat().filter((line) => line !== '');
    return lines.length > 0
      ? { label, lines, kind: 'record' }
      : textRow(label, words('value.notProvided'));
  }

  function yesNoRow(label: string, value: boolean | null | undefined): Row {
    if (value === true) return textRow(label, words('value.yes'));
    if (value === false) return textRow(label, words('value.no'));
    return textRow(label, words('value.notAvailable'));
  }

  /** A list of names; `none` is the text to show if it is empty. */
  function listRow(label: string, values: readonly Field[], none: string): Row {
    const lines = shownTexts(values);
    return lines.length > 0 ? { label, lines, kind: 'record list' } : textRow(label, none);
  }

  /** Returns the texts of a list that are not empty, and how many more there are at least. */
  function shownTexts(values: readonly Field[]): string[] {
    const lines = values.filter((line): line is string => Boolean(line));
    const left = lines.length - mostItems;
    const shown = lines.slice(0, mostItems);
    return left > 0 ? [...shown, words('answers.more', { count: left })] : shown;
  }

  /** Returns a row for each item of a list, and one for how many more there are at least. */
  function rowsFor<Item>(
    items: readonly Item[] | null | undefined,
    rowOf: (item: Item) => Row,
  ): Row[] {
    const shown = (items ?? []).slice(0, mostItems).map(rowOf);
    const left = (items?.length ?? 0) - shown.length;
    return left > 0 ? [...shown, textRow('', words('answers.more', { count: left }))] : shown;
  }

  /**
   * Returns the answers to the event's own questions in the order sent. Unanswered and unreadable
   * ones say so.
   */
  function answerRows(list: readonly AnsweredQuestion[] | null | undefined): Row[] {
    return rowsFor(list, ({ name, value }) => {
      const label = name || words('answers.unnamed');
      const lines = shownTexts(plainValues(value).map(cleanText));
      // A value that cannot be read (too deep, of unknown type) may still be an answer.
      if (lines.length === 0)
        return textRow(label, words(value === undefined ? 'value.notAvailable' : 'answers.none'));
      return { label, lines, kind: typeof value === 'object' ? 'record list' : 'record' };
    });
  }

  return { textRow, recordRow, yesNoRow, listRow, shownTexts, rowsFor, answerRows };
}

/**
 * Returns the first 1,000 texts, numbers and booleans of an answer in order: those in a list, and
 * those in an object (an address).
 */
function plainValues(value: unknown, levels = 8): string[] {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return [String(value)];
  if (typeof value !== 'object' || value === null || levels === 0) return [];
  const inside = Object.values(value).slice(0, mostTextsOfAnswer);
  return inside.flatMap((inner) => plainValues(inner, levels - 1)).slice(0, mostTextsOfAnswer);
}
