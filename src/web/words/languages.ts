// The language of each response: the one that the visitor chose here, else the first supported one
// that their browser accepts.
import { readdirSync } from 'node:fs';
import express, { type Request, type RequestHandler, Router } from 'express';
import { readCookies } from '../../login/login.ts';
import { methodNotAllowed } from '../requests/methods.ts';
import { createKeeper } from './kept.ts';
import { loadMessages, type Translate, withRegion } from './messages.ts';

declare global {
  namespace Express {
    interface Request {
      /** Returns messages in the visitor's language. */
      words: Translate;
    }
  }
}

const cookieMaxAgeMs = 180 * 24 * 3_600_000;

interface LanguagesOptions {
  readonly folder: URL;
  /** Texts to use instead: by language, then by message key. */
  readonly overrides?: ReadonlyMap<string, Readonly<Record<string, string>>> | undefined;
  /** Values for every message. */
  readonly common: Record<string, string>;
  readonly defaultLocale: string;
  readonly publicUrl: URL;
}

/**
 * Supports every language that has a catalogue in the folder. `defaultLocale` is for visitors who
 * accept none of them; its region (BCP 47: `en-GB`) is for those who name no region.
 */
export function createLanguages(options: LanguagesOptions) {
  const { folder, overrides, common, defaultLocale, publicUrl } = options;
  const catalogues = new Map(
    readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .map((file) => file.replace('.json', ''))
      // A visitor who accepts any language gets the first one.
      .sort((a, b) => Number(hasLanguage(defaultLocale, b)) - Number(hasLanguage(defaultLocale, a)))
      .map((language) => [
        language,
        loadMessages(folder, { locale: language, common, overrides: overrides?.get(language) }),
      ]),
  );
  const codes = [...catalogues.keys()];
  const cookie = publicUrl.protocol === 'https:' ? '__Host-language' : 'language';

  const keepWords = createKeeper<Translate>();

  const choose: RequestHandler = (req, _res, next) => {
    const cookies = readCookies(req);
    const chosen = codes.find((code) => code === cookies[cookie]);
    const key = `${chosen} ${req.headers['accept-language']}`;
    req.words = keepWords(key, () => wordsFor(req, chosen));
    next();
  };

  function wordsFor(req: Request, chosen: string | undefined): Translate {
    const language = chosen ?? (req.acceptsLanguages(codes) || codes[0] || '');
    const locale = [...req.acceptsLanguages(), defaultLocale].find(
      (tag) => regionalTag.test(tag) && hasLanguage(tag, language),
    );
    const words = catalogues.get(language);
    if (!words) throw new Error(`no messages for ${defaultLocale}`);
    return locale ? withRegion(words, new Intl.Locale(locale).toString()) : words;
  }

  return {
    /** Mount before everything that renders text. */
    choose,
    /** `POST /language`. */
    routes: languageRoutes({ codes, cookie, publicUrl }),
    /** The messages of each language, by its code (ISO 639). */
    catalogues: catalogues as ReadonlyMap<string, Translate>,
    /** The name of each language in that language, by its code (ISO 639). */
    names: new Map([...catalogues].map(([code, words]) => [code, words('language.name')])),
    /** The codes of those whose words a person wrote or read over: not machine-made. */
    readByPeople: codes.filter((code) => catalogues.get(code)?.('language.writtenBy') === 'people'),
  };
}

/** A language to choose: its code (ISO 639), and its name in that language. */
export interface NamedLanguage {
  readonly code: string;
  readonly name: string;
}

/**
 * Returns a function that returns all languages but the current one, the one that the browser
 * prefers first. `names`: the name of each language in that language, by its code.
 */
export function createOtherLanguages(names: ReadonlyMap<string, string>) {
  const keep = createKeeper<readonly NamedLanguage[]>();
  return (req: Request, current: string): readonly NamedLanguage[] => {
    // A page that only answers POST cannot be opened again in another language.
    if (req.method !== 'GET') return [];
    return keep(`${current} ${req.headers['accept-language']}`, () => {
      const codes = [...names.keys()].filter((code) => code !== current);
      const preferred = req.acceptsLanguages(codes);
      return codes
        .sort((a, b) => Number(b === preferred) - Number(a === preferred))
        .map((code) => ({ code, name: names.get(code) ?? code }));
    });
  };
}

interface LanguageRoutesOptions {
  readonly codes: readonly string[];
  /** The name of the cookie. */
  readonly cookie: string;
  readonly publicUrl: URL;
}

/**
 * `POST /language`: stores the choice in a cookie and redirects to the page where it was made.
 */
function languageRoutes({ codes, cookie, publicUrl }: LanguageRoutesOptions): Router {
  const routes = Router();
  const readForm = express.urlencoded({ extended: false, limit: '1kb' });
  const secure = publicUrl.protocol === 'https:';
  const attributes = { secure, httpOnly: true, sameSite: 'lax', path: '/' } as const;
  routes
    .route('/language')
    .post(readForm, (req, res) => {
      const language = codes.find((code) => code === req.body?.language);
      if (language) res.cookie(cookie, language, { ...attributes, maxAge: cookieMaxAgeMs });
      res.redirect(303, previousPage(req));
    })
    .all(methodNotAllowed('POST'));
  return routes;

  /**
   * Returns the page of this site that holds the form. It is a full address because a path that
   * starts with two slashes would lead to another site.
   */
  function previousPage(req: Request): string {
    const { referer = '' } = req.headers;
    return referer.startsWith(`${publicUrl.origin}/`) ? referer : '/';
  }
}

const regionalTag = /^[a-z]{2,3}-[a-z]{2}$/i;

function hasLanguage(tag: string, language: string): boolean {
  return tag.toLowerCase().split('-')[0] === language;
}
