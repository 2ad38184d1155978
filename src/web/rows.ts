// Rows of a record on a page: a label, a value, and perhaps a link.
import {
  cleanText,
  entriesOf,
  type Field,
  type FieldList,
  isolated,
  type Unreadable,
  unreadable,
} from '../text.ts';
import type { Translate } from './words/messages.ts';

export interface Row {
  readonly label: string;
  /** One line for most rows; an address has several. */
  readonly lines: readonly string[];
  /** `record`: the attendee's own words, isolated and never translated. `text`: our words. */
  readonly kind: 'record' | 'record list' | 'text';
  /** A fixed direction for the attendee's text, such as a phone number. */
  readonly direction?: 'ltr' | undefined;
  /** The text of a link to the registration site, or to the page of this site that `path` names. */
  readonly link?: string;
  /** The address of another site that the link leads to. */
  readonly url?: string;
  readonly path?: string;
  /** Where the value links to, such as `mailto:`. */
  readonly href?: string | undefined;
  /** Shows the line as a status: a word with a shape. */
  readonly status?: 'good' | 'open';
  /** A mark beside the value: whether the convention has confirmed it. */
  readonly mark?: { readonly text: string; readonly isGood: boolean };
  /** The value of `<time datetime>`, if the line is a date or time. */
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
 * Creates rows in one language. Lists are cut after 100 items, with a line that counts the others.
 * It says "at least", because the client may not have read all of them.
 */
export function createRows(words: Translate) {
  /** A text of a record as it was typed, or formatted lines (an address). */
  function recordRow(label: string, value: Field | readonly string[]): Row {
    if (value === unreadable) return textRow(label, words('value.unreadable'));
    const lines = [value ?? []]
      .flat()
      .map(asTyped)
      .filter((line) => line !== '');
    return lines.length > 0
      ? { label, lines, kind: 'record' }
      : textRow(label, words('value.notProvided'));
  }

  function yesNoRow(label: string, value: boolean | null | undefined | Unreadable): Row {
    if (value === true) return textRow(label, words('value.yes'));
    if (value === false) return textRow(label, words('value.no'));
    return textRow(label, words(value === unreadable ? 'value.unreadable' : 'value.notAvailable'));
  }

  /** A list of names; `none` is the text to show if it is empty. */
  function listRow(label: string, values: FieldList<Field>, none: string): Row {
    const lines = shownTexts(values);
    return lines.length > 0 ? { label, lines, kind: 'record list' } : textRow(label, none);
  }

  /**
   * Returns the distinct texts of a list without the empty ones, cut after 100. An unreadable text
   * becomes a message.
   */
  function shownTexts(values: FieldList<Field>): string[] {
    const entries = values === unreadable ? [unreadable] : entriesOf(values);
    const texts = entries.map((text) => (text === unreadable ? words('value.unreadable') : text));
    return cut([...new Set(texts.filter((text): text is string => Boolean(text)))], words);
  }

  /**
   * Returns a row for each item, cut after 100. An unreadable list becomes one row with a message.
   */
  function rowsFor<Item>(items: FieldList<Item>, rowOf: (item: Item) => Row): Row[] {
    if (items === unreadable) return [textRow('', words('value.unreadable'))];
    const entries = entriesOf(items);
    const shown = entries.slice(0, mostItems).map(rowOf);
    const left = entries.length - shown.length;
    return left > 0 ? [...shown, textRow('', words('answers.more', { count: left }))] : shown;
  }

  /**
   * Returns the answers to the event's own questions, in the order of the record. An unanswered
   * question or an unreadable answer gets a message.
   */
  function answerRows(list: FieldList<AnsweredQuestion>): Row[] {
    return rowsFor(list, ({ name, value }) => {
      const label = name === unreadable ? words('value.unreadable') : name;
      return answerRow(label ? isolated(label) : words('answers.unnamed'), value, words);
    });
  }

  return { textRow, recordRow, yesNoRow, listRow, shownTexts, rowsFor, answerRows };
}

function textRow(label: string, line: string): Row {
  return { label, lines: [line], kind: 'text' };
}

function answerRow(label: string, value: unknown, words: Translate): Row {
  if (value === unreadable) return textRow(label, words('value.unreadable'));
  const lines = cut(plainValues(value).map(cleanText).filter(Boolean).map(asTyped), words);
  const kind = typeof value === 'object' ? 'record list' : 'record';
  if (lines.length > 0) return { label, lines, kind };
  return textRow(label, words(value === undefined ? 'value.notAvailable' : 'answers.none'));
}

/** Cuts the lines after 100 and adds one that counts the others. */
function cut(lines: readonly string[], words: Translate): string[] {
  const left = lines.length - mostItems;
  const shown = lines.slice(0, mostItems);
  return left > 0 ? [...shown, words('answers.more', { count: left })] : shown;
}

/** Keeps at most 100 lines of a text, and at most one empty line between two of them. */
function asTyped(text: string): string {
  if (!lineEnd.test(text)) return text;
  const lines = text.split(lineEnd).map((line) => line.trim());
  const kept = lines.filter((line, index) => line !== '' || lines[index - 1] !== '');
  return kept.length > mostItems ? `${kept.slice(0, mostItems).join('\n')}…` : kept.join('\n');
}

const lineEnd = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

/**
 * Returns the first 1,000 texts, numbers and booleans of an answer, in order. They may be nested in
 * lists and objects (an address).
 */
function plainValues(value: unknown, levels = 8): string[] {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return [String(value)];
  if (typeof value !== 'object' || value === null || levels === 0) return [];
  const inside = Object.values(value).slice(0, mostTextsOfAnswer);
  return inside.flatMap((inner) => plainValues(inner, levels - 1)).slice(0, mostTextsOfAnswer);
}
