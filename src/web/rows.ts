// Summary rows, the form of every record on a page: a label, a value, and perhaps a link.
import { type Field, visible } from '../text.ts';
import { capped } from './formatting.ts';
import type { Translate } from './messages.ts';

export interface Row {
  readonly label: string;
  /** One line for most rows; an address has several. */
  readonly lines: readonly string[];
  /** The attendee's own words (isolated, never translated), a list of them, or words of ours. */
  readonly kind: 'theirs' | 'their list' | 'ours';
  /** A fixed direction for the attendee's text, whatever it contains: a phone number. */
  readonly direction?: 'ltr' | undefined;
  /** The text of a link to the registration site, or to the page of this site that `path` names. */
  readonly link?: string;
  readonly path?: string;
  /** Shows the line as a status: a word with a shape. */
  readonly status?: 'good' | 'open';
  /** The moment for `<time datetime>`, if the line is one. */
  readonly moment?: string;
}

/** An answer to one of the event's own questions (interface 2.3, 2.7), with any value. */
interface Answer {
  readonly name?: Field;
  readonly value?: unknown;
}

const mostItems = 100;

/** Creates rows in one language. Cuts texts of a record at 500 graphemes, lists at 100 items. */
export function createRows(words: Translate) {
  const ours = (label: string, line: string): Row => ({ label, lines: [line], kind: 'ours' });

  /** One text of a record, or formatted lines that stay as they are (an address). */
  function theirs(label: string, value: string | readonly string[] | null | undefined): Row {
    const lines =
      typeof value === 'object'
        ? (value ?? [])
        : [capped(visible(value))].filter((line) => line !== '');
    return lines.length > 0
      ? { label, lines, kind: 'theirs' }
      : ours(label, words('value.notProvided'));
  }

  function yesOrNo(label: string, value: boolean | null | undefined): Row {
    if (value === true) return ours(label, words('value.yes'));
    if (value === false) return ours(label, words('value.no'));
    return ours(label, words('value.notAvailable'));
  }

  /** A list of names; `none` is the text to show if it is empty. */
  function names(label: string, values: readonly Field[], none: string): Row {
    const lines = listed(values);
    return lines.length > 0 ? { label, lines, kind: 'their list' } : ours(label, none);
  }

  /** Returns the visible texts of a list, and how many more there are. */
  function listed(values: readonly Field[]): string[] {
    const lines = values.map(visible).filter((line) => line !== '');
    const left = lines.length - mostItems;
    const shown = lines.slice(0, mostItems).map((line) => capped(line));
    return left > 0 ? [...shown, words('answers.more', { count: left })] : shown;
  }

  /** Returns a row for each item of a list, and one for how many more there are. */
  function rows<Item>(
    items: readonly Item[] | null | undefined,
    rowOf: (item: Item) => Row,
  ): Row[] {
    const shown = (items ?? []).slice(0, mostItems).map(rowOf);
    const left = (items?.length ?? 0) - shown.length;
    return left > 0 ? [...shown, ours('', words('answers.more', { count: left }))] : shown;
  }

  /**
   * Returns the answers to the event's own questions in the order sent. Unanswered and unreadable
   * ones say so.
   */
  function answers(list: readonly Answer[] | null | undefined): Row[] {
    return rows(list, ({ name, value }) => {
      const label = capped(visible(name)) || words('answers.unnamed');
      const lines = listed(plainValues(value));
      // A value that cannot be read (too deep, of unknown type) may still be an answer.
      if (lines.length === 0)
        return ours(label, words(value === undefined ? 'value.notAvailable' : 'answers.none'));
      return { label, lines, kind: typeof value === 'object' ? 'their list' : 'theirs' };
    });
  }

  return { ours, theirs, yesOrNo, names, listed, rows, answers };
}

/**
 * Returns the texts, numbers and booleans of an answer in order: those in a list, and those in an
 * object (an address).
 */
function plainValues(value: unknown, levels = 8): string[] {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return [String(value)];
  if (typeof value !== 'object' || value === null || levels === 0) return [];
  return Object.values(value).flatMap((inner) => plainValues(inner, levels - 1));
}
