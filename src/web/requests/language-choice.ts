// Chooses the language of each response: the visitor's own choice, else the supported language that
// the browser prefers, else the site's first language.
import express, { type Request, type RequestHandler, Router } from 'express';
import { type createCookies, readCookies } from '../../login/login.ts';
import { createCache } from '../bounded-cache.ts';
import { announceAgain } from '../sharing-notice.ts';
import { isOfLanguage, type Languages } from '../words/languages.ts';
import { type Translate, withRegion } from '../words/messages.ts';
import { methodNotAllowed } from './methods.ts';
import { type PagesOfForms, pageOfForm } from './page-of-form.ts';

declare global {
  namespace Express {
    interface Request {
      /** Returns a message in the visitor's language. */
      words: Translate;
    }
  }
}

export const languagePath = '/language';
const cookieMaxAgeMs = 180 * 24 * 3_600_000;

interface LanguageChoiceOptions extends Pick<Languages, 'catalogues'>, PagesOfForms {
  readonly cookies: Pick<
    ReturnType<typeof createCookies>,
    'nameOf' | 'attributes' | 'setEncrypted'
  >;
  /**
   * Locale (BCP 47, such as `en-GB`) for visitors whose browser accepts none of the site's
   * languages. Its region also applies if the browser does not send one.
   */
  readonly defaultLocale: string;
}

export function createLanguageChoice(options: LanguageChoiceOptions) {
  const { catalogues, cookies, defaultLocale } = options;
  const codes = [...catalogues.keys()];
  const cookie = cookies.nameOf('language');
  const translations = createCache<Translate>();

  const choose: RequestHandler = (req, _res, next) => {
    const sent = readCookies(req)[cookie];
    const chosen = codes.find((code) => code === sent);
    const key = `${chosen} ${req.headers['accept-language']}`;
    req.words = translations.getOrCreate(key, () => wordsFor(req, chosen));
    next();
  };

  function wordsFor(req: Request, chosen: string | undefined): Translate {
    const language = chosen ?? (req.acceptsLanguages(codes) || codes[0] || '');
    const locale = [...req.acceptsLanguages(), defaultLocale].find(
      (tag) => regionalTag.test(tag) && isOfLanguage(tag, language),
    );
    const words = catalogues.get(language);
    if (!words) throw new Error(`no messages for ${defaultLocale}`);
    return locale ? withRegion(words, new Intl.Locale(locale).toString()) : words;
  }

  const routes = Router();
  const readForm = express.urlencoded({ extended: false, limit: '16kb' });
  routes
    .route(languagePath)
    .post(readForm, (req, res) => {
      const language = codes.find((code) => code === req.body?.language);
      if (language) res.cookie(cookie, language, { ...cookies.attributes, maxAge: cookieMaxAgeMs });
      announceAgain(res, req.body?.notice, cookies);
      res.redirect(303, pageOfForm(req, options) ?? '/');
    })
    .all(methodNotAllowed('POST'));

  return {
    /** Sets `req.words`. Mount it before all handlers that render text. */
    choose,
    /** `POST /language` stores the choice and redirects to the page where it was made. */
    routes,
  };
}

const regionalTag = /^[a-z]{2,3}-[a-z]{2}$/i;

/** `code` is an ISO 639 code. `name` is the language's name in that language. */
export interface NamedLanguage {
  readonly code: string;
  readonly name: string;
}

/**
 * Returns a function that lists the other languages, starting with the one that the browser
 * prefers. The list is empty if the page cannot be opened again. `names`: each language's own name,
 * by code.
 */
export function createOtherLanguages(
  names: ReadonlyMap<string, string>,
  canOpenAgain: (req: Request) => boolean,
) {
  const others = createCache<readonly NamedLanguage[]>();
  return (req: Request, current: string): readonly NamedLanguage[] => {
    if (!canOpenAgain(req)) return [];
    return others.getOrCreate(`${current} ${req.headers['accept-language']}`, () => {
      const codes = [...names.keys()].filter((code) => code !== current);
      const preferred = req.acceptsLanguages(codes);
      return codes
        .sort((a, b) => Number(b === preferred) - Number(a === preferred))
        .map((code) => ({ code, name: names.get(code) ?? code }));
    });
  };
}
