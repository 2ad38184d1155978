// Provides the wording of all pages, from one catalogue per language in views/messages, in ICU
// message format.
import { readFileSync } from 'node:fs';
import { IntlMessageFormat } from 'intl-messageformat';
import { createCache } from '../bounded-cache.ts';

/**
 * Returns a message's text. Throws if the catalogue lacks the key or a variable is missing. Both
 * are bugs.
 */
export interface Translate {
  (key: string, variables?: Record<string, string | number>): string;
  /**
   * Returns the message in parts. A variable that is an object becomes a separate part for the
   * template to lay out.
   */
  parts<Part extends object>(
    key: string,
    variables: Record<string, string | number | Part>,
  ): (string | Part)[];
  /**
   * The locale for dates, lists and country names in this language (BCP 47), possibly with a
   * region.
   */
  readonly locale: string;
}

/**
 * Reads the catalogue for the locale's language. `common`: variables that every message may use,
 * such as the convention's name. `overrides`: replacement messages, by message key.
 */
export function loadMessages(
  folder: URL,
  options: {
    locale: string;
    common: Record<string, string>;
    overrides?: Readonly<Record<string, string>> | undefined;
  },
): Translate {
  const { locale, common, overrides } = options;
  const { language } = new Intl.Locale(locale);
  const catalogue: Record<string, string> = JSON.parse(
    readFileSync(new URL(`${language}.json`, folder), 'utf8'),
  );
  const texts = new Map([...Object.entries(catalogue), ...Object.entries(overrides ?? {})]);
  /**
   * Whether the convention's name ends with punctuation, as in "Yip!". The name then needs no full
   * stop at the end of a sentence.
   */
  const endsItself = /[.!?…]$/.test(common.convention ?? '');
  const compiled = new Map<string, IntlMessageFormat>();
  /** The text of messages that use only the common variables. */
  const constant = new Map<string, string>();

  /** Compiles a message on first use, so that startup does not wait for it. */
  function compile(key: string): IntlMessageFormat {
    const found = texts.get(key);
    if (found === undefined) throw new Error(`no message ${key}`);
    const text = endsItself ? found.replaceAll('{convention}.', '{convention}') : found;
    const message = new IntlMessageFormat(text, locale, undefined, { ignoreTag: true });
    compiled.set(key, message);
    return message;
  }

  const messageOf = (key: string) => compiled.get(key) ?? compile(key);

  function format(key: string, variables?: Record<string, string | number>): string {
    return String(messageOf(key).format({ ...common, ...variables }));
  }

  function parts<Part extends object>(
    key: string,
    variables: Record<string, string | number | Part>,
  ): (string | Part)[] {
    const found = messageOf(key).formatToParts<Part>({ ...common, ...variables });
    return found.map(({ value }) => value);
  }

  function constantText(key: string): string {
    const text = constant.get(key) ?? format(key);
    constant.set(key, text);
    return text;
  }

  const translate = (key: string, variables?: Record<string, string | number>) =>
    variables ? format(key, variables) : constantText(key);
  return Object.assign(translate, { parts, locale });
}

/** Returns the same messages with a different locale, for a visitor from a different region. */
export function withRegion(words: Translate, locale: string): Translate {
  const translate = (...message: Parameters<Translate>) => words(...message);
  return Object.assign(translate, { parts: words.parts, locale });
}

const listFormats = createCache<Intl.ListFormat>();

/** Joins strings into a phrase: "a, b and c". */
export function formatList(
  texts: readonly string[],
  { locale }: { readonly locale: string },
): string {
  const create = () => new Intl.ListFormat(locale, { type: 'conjunction' });
  return listFormats.getOrCreate(locale, create).format(texts);
}
