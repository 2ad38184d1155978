// Rows that show a record on a page: a label, a value, and sometimes a link.
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
  /** Most rows have one line. A postal address or a list has several. */
  readonly lines: readonly string[];
  /**
   * `record`: text from a record, shown in a `<bdi>` and never translated. `record list`: several
   * such strings, as a list. `text`: our own wording.
   */
  readonly kind: 'record' | 'record list' | 'text';
  /** A fixed text direction for values such as phone numbers. */
  readonly direction?: 'ltr' | undefined;
  /** The text of a link to `path`, to `url`, or otherwise to the registration site. */
  readonly link?: string;
  /** A URL on another site. */
  readonly url?: string;
  readonly path?: string;
  /** The target of a link on the value, such as `mailto:`. */
  readonly href?: string | undefined;
  /** Shows the line as a status, with a word and a symbol. */
  readonly status?: 'good' | 'open';
  /** A mark next to the value that shows whether the convention has confirmed it. */
  readonly mark?: { readonly text: string; readonly isGood: boolean };
  /** The value of `<time datetime>`, if the line is a date or time. */
  readonly moment?: string;
}

/**
 * One of the event's own questions, with the answer as its value (docs/interface.md, sections 2.3
 * and 2.7). The answer may have any type.
 */
interface AnsweredQuestion {
  readonly name?: Field;
  readonly value?: unknown;
}

const mostItems = 100;
const mostTextsOfAnswer = 1000;

/**
 * Creates rows in one language. A list shows at most 100 items, and then a line that counts the
 * rest. That line says "at least", because the client may not have read the whole list.
 */
export function createRows(words: Translate) {
  /** `value`: text from a record as typed, or formatted lines such as a postal address. */
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

  /** `none`: the text for an empty list. */
  function listRow(label: string, values: FieldList<Field>, none: string): Row {
    const lines = shownTexts(values);
    return lines.length > 0 ? { label, lines, kind: 'record list' } : textRow(label, none);
  }

  /**
   * Returns up to 100 distinct, non-empty strings from a list, and a line that counts the rest. An
   * unreadable string is replaced with a message.
   */
  function shownTexts(values: FieldList<Field>): string[] {
    const entries = values === unreadable ? [unreadable] : entriesOf(values);
    const texts = entries.map((text) => (text === unreadable ? words('value.unreadable') : text));
    return cut([...new Set(texts.filter((text): text is string => Boolean(text)))], words);
  }

  /**
   * Returns a row for each of the first 100 items, and one that counts the rest. For an unreadable
   * list, returns one row with a message.
   */
  function rowsFor<Item>(items: FieldList<Item>, rowOf: (item: Item) => Row): Row[] {
    if (items === unreadable) return [textRow('', words('value.unreadable'))];
    const entries = entriesOf(items);
    const shown = entries.slice(0, mostItems).map(rowOf);
    const left = entries.length - shown.length;
    return left > 0 ? [...shown, textRow('', words('answers.more', { count: left }))] : shown;
  }

  /**
   * Returns a row for each answer to the event's own questions, in the record's order. An
   * unanswered question or an unreadable answer gets a message.
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

/** Keeps the first 100 lines and adds a line that counts the rest. */
function cut(lines: readonly string[], words: Translate): string[] {
  const left = lines.length - mostItems;
  const shown = lines.slice(0, mostItems);
  return left > 0 ? [...shown, words('answers.more', { count: left })] : shown;
}

/** Keeps at most 100 lines of text, and joins consecutive empty lines into one. */
function asTyped(text: string): string {
  if (!lineEnd.test(text)) return text;
  const lines = text.split(lineEnd).map((line) => line.trim());
  const kept = lines.filter((line, index) => line !== '' || lines[index - 1] !== '');
  return kept.length > mostItems ? `${kept.slice(0, mostItems).join('\n')}…` : kept.join('\n');
}

const lineEnd = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

/**
 * Returns the first 1,000 strings, numbers and booleans of an answer, in order. They may be nested
 * in lists and objects, such as a postal address, up to eight levels deep.
 */
function plainValues(value: unknown, levels = 8): string[] {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return [String(value)];
  if (typeof value !== 'object' || value === null || levels === 0) return [];
  const inside = Object.values(value).slice(0, mostTextsOfAnswer);
  return inside.flatMap((inner) => plainValues(inner, levels - 1)).slice(0, mostTextsOfAnswer);
}
