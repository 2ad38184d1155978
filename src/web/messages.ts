// Every visible word: one catalogue for each language in views/messages, in ICU message format.
import { readFileSync } from 'node:fs';
import { IntlMessageFormat } from 'intl-messageformat';

/** Answers the words of a message. Throws when the catalogue has no such key or a variable is missing: that is a defect of ours. */
export type Translate = (key: string, variables?: Record<string, string | number>) => string;

/** Reads and compiles one catalogue. `common` are variables that every message may use (the convention's name). */
export function loadMessages(folder: URL, options: { locale: string; common: Record<string, string> }): Translate {
  const { locale, common } = options;
  const catalogue: Record<string, string> = JSON.parse(readFileSync(new URL(`${locale}.json`, folder), 'utf8'));
  const compiled = new Map(
    Object.entries(catalogue).map(([key, text]) => [
      key,
      new IntlMessageFormat(text, locale, undefined, { ignoreTag: true }),
    ]),
  );
  return (key, variables) => {
    const message = compiled.get(key);
    if (!message) throw new Error(`no message ${key}`);
    return String(message.format({ ...common, ...variables }));
  };
}
