// The site's languages: one for each catalogue in views/messages.
import { readdirSync } from 'node:fs';
import { loadMessages, type Translate } from './messages.ts';

export type Languages = ReturnType<typeof loadLanguages>;

interface LanguagesOptions {
  readonly folder: URL;
  /** The operator's own messages, by language and message key. */
  readonly overrides?: ReadonlyMap<string, Readonly<Record<string, string>>> | undefined;
  /** Variables that every message may use. */
  readonly common: Record<string, string>;
  /** The locale (BCP 47) whose language is listed first. */
  readonly defaultLocale: string;
}

export function loadLanguages({ folder, overrides, common, defaultLocale }: LanguagesOptions) {
  const catalogues: ReadonlyMap<string, Translate> = new Map(
    readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .map((file) => file.replace('.json', ''))
      .sort(
        (a, b) => Number(isOfLanguage(defaultLocale, b)) - Number(isOfLanguage(defaultLocale, a)),
      )
      .map((language) => [
        language,
        loadMessages(folder, { locale: language, common, overrides: overrides?.get(language) }),
      ]),
  );
  return {
    /** Messages per language, keyed by ISO 639 code. */
    catalogues,
    /** Each language's own name, keyed by ISO 639 code. */
    names: new Map([...catalogues].map(([code, words]) => [code, words('language.name')])),
    /** Codes of the languages whose messages a person wrote or reviewed. */
    reviewedByPeople: [...catalogues.keys()].filter(
      (code) => catalogues.get(code)?.('language.writtenBy') === 'people',
    ),
  };
}

/** Whether a tag (BCP 47), with or without a region, belongs to this language (ISO 639). */
export function isOfLanguage(tag: string, language: string): boolean {
  return tag.toLowerCase().split('-')[0] === language;
}
