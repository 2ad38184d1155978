// Every visible word: one catalogue for each language in views/messages, in ICU message format.
import { readFileSync } from 'node:fs';
import { IntlMessageFormat } from 'intl-messageformat';

/** Answers the words of a message. Throws when the catalogue has no such key or a variable is missing: that is a defect of ours. */
export interface Translate {
  (key: string, variables?: Record<string, string | number>): string;
  /** In which dates, lists and names of countries are written beside these words (BCP 47): the language, perhaps with a region. */
  readonly locale: string;
}

/** Reads one catalogue: that of the locale's language. `common` are variables that every message may use (the convention's name). */
export function loadMessages(folder: URL, options: { locale: string; common: Record<string, string> }): Translate {
  const { locale, common } = options;
  const { language } = new Intl.Locale(locale);
  const catalogue: Record<string, string> = JSON.parse(readFileSync(new URL(`${language}.json`, folder), 'utf8'));
  const texts = new Map(Object.entries(catalogue));
  const compiled = new Map<string, IntlMessageFormat>();

  /** Compiles a message when it is first used: the site starts sooner. */
  function compile(key: string): IntlMessageFormat {
    const text = texts.get(key);
    if (text === undefined) throw new Error(`no message ${key}`);
    const message = new IntlMessageFormat(text, locale, undefined, { ignoreTag: true });
    compiled.set(key, message);
    return message;
  }

  const translate = (key: string, variables?: Record<string, string | number>) => {
    const message = compiled.get(key) ?? compile(key);
    return String(message.format({ ...common, ...variables }));
  };
  return Object.assign(translate, { locale });
}

/** The same words, for a visitor of another region. */
export function inRegion(words: Translate, locale: string): Translate {
  return Object.assign((...message: Parameters<Translate>) => words(...message), { locale });
}
