// Summary rows, the shape of every record on a page: a label, what stands beside it, and perhaps a way to change it.
import { capped, type Field, visible } from './formatting.ts';
import type { Translate } from './messages.ts';

export interface Row {
  readonly label: string;
  /** One line for most rows; an address has several. */
  readonly lines: readonly string[];
  /** The attendee's own words (isolated, never translated), several of them as a list, or words of ours. */
  readonly kind: 'theirs' | 'their list' | 'ours';
  /** Of a line of theirs that has one whatever is written in it: a phone number. */
  readonly direction?: 'ltr' | undefined;
  /** Offers the way to the registration site in these words, or to the page of ours that `path` names. */
  readonly link?: string;
  readonly path?: string;
  /** Makes the line a status: a word with a shape. */
  readonly status?: 'good' | 'open';
  /** A moment for machines, where the line is one (`<time datetime>`). */
  readonly moment?: string;
}

/** Whatever the event asked and the person answered (interface 2.3, 2.7). The value may be anything. */
interface Answer {
  readonly name?: Field;
  readonly value?: unknown;
}

const mostItems = 100;

/** Makes rows in one language. Every text of a record is trimmed, cut at 500 graphemes, and never longer than 100 items. */
export function createRows(words: Translate) {
  const ours = (label: string, line: string): Row => ({ label, lines: [line], kind: 'ours' });

  /** One text of a record, or lines that are made of several and stay as they are (an address). */
  function theirs(label: string, value: string | readonly string[] | null | undefined): Row {
    const lines = typeof value === 'object' ? (value ?? []) : [capped(visible(value))].filter((line) => line !== '');
    return lines.length > 0 ? { label, lines, kind: 'theirs' } : ours(label, words('value.notProvided'));
  }

  function yesOrNo(label: string, value: boolean | null | undefined): Row {
    return ours(label, words(value === true ? 'value.yes' : value === false ? 'value.no' : 'value.notAvailable'));
  }

  /** A list of names; `none` says what it means that there is none. */
  function names(label: string, values: readonly Field[], none: string): Row {
    const lines = listed(values);
    return lines.length > 0 ? { label, lines, kind: 'their list' } : ours(label, none);
  }

  /** The texts of a list in which something can be seen, and how many more there are. */
  function listed(values: readonly Field[]): string[] {
    const lines = values.map(visible).filter((line) => line !== '');
    const left = lines.length - mostItems;
    const shown = lines.slice(0, mostItems).map((line) => capped(line));
    return left > 0 ? [...shown, words('answers.more', { count: left })] : shown;
  }

  /** A row for each item of a list, and how many more there are. */
  function rows<Item>(items: readonly Item[] | null | undefined, rowOf: (item: Item) => Row): Row[] {
    const shown = (items ?? []).slice(0, mostItems).map(rowOf);
    const left = (items?.length ?? 0) - shown.length;
    return left > 0 ? [...shown, ours('', words('answers.more', { count: left }))] : shown;
  }

  /** What was answered to the event's own questions, in the order in which it came; unanswered and unreadable ones say so. */
  function answers(list: readonly Answer[] | null | undefined): Row[] {
    return rows(list, ({ name, value }) => {
      const label = capped(visible(name)) || words('answers.unnamed');
      const lines = listed(plainValues(value));
      // What could not be read (too deep, of no known kind) was perhaps answered.
      if (lines.length === 0) return ours(label, words(value === undefined ? 'value.notAvailable' : 'answers.none'));
      return { label, lines, kind: typeof value === 'object' ? 'their list' : 'theirs' };
    });
  }

  return { ours, theirs, yesOrNo, names, listed, rows, answers };
}

/** The texts, numbers and truths in an answer, in their order: those of a list, and those inside an object (an address). */
function plainValues(value: unknown, levels = 8): string[] {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return [String(value)];
  if (typeof value !== 'object' || value === null || levels === 0) return [];
  return Object.values(value).flatMap((inner) => plainValues(inner, levels - 1));
}
