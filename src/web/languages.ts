// The language of each answer: the one that the visitor chose here, else the first that their browser asks for and we speak.
import { readdirSync } from 'node:fs';
import express, { type Request, type RequestHandler, Router } from 'express';
import { readCookies } from '../login/login.ts';
import { inRegion, loadMessages, type Translate } from './messages.ts';
import { methodNotAllowed } from './page.ts';

declare global {
  namespace Express {
    interface Request {
      /** The words of the answer, in the visitor's language. */
      words: Translate;
    }
  }
}

const keptMs = 180 * 24 * 3_600_000;

/**
 * Speaks every language that has a catalogue in the folder. `defaultLocale` is for visitors who ask for none of them, and names the
 * region (BCP 47: `en-GB`) for those who name none.
 */
export function createLanguages(options: {
  folder: URL;
  common: Record<string, string>;
  defaultLocale: string;
  publicUrl: URL;
}) {
  const { folder, common, defaultLocale, publicUrl } = options;
  const secure = publicUrl.protocol === 'https:';
  const cookieName = secure ? '__Host-language' : 'language';
  const catalogues = new Map(
    readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .map((file) => file.replace('.json', ''))
      // The first one is for who takes any.
      .sort((a, b) => Number(isOf(defaultLocale, b)) - Number(isOf(defaultLocale, a)))
      .map((language) => [language, loadMessages(folder, { locale: language, common })]),
  );
  const codes = [...catalogues.keys()];

  const choose: RequestHandler = (req, _res, next) => {
    let words: Translate | undefined;
    // Chosen when a page asks for them: files and redirects have no words.
    Object.defineProperty(req, 'words', {
      get() {
        words ??= wordsFor(req);
        return words;
      },
    });
    next();
  };

  function wordsFor(req: Request): Translate {
    const language = chosen(req) ?? (req.acceptsLanguages(codes) || codes[0] || '');
    const locale = [...req.acceptsLanguages(), defaultLocale].find(
      (tag) => isRegional.test(tag) && isOf(tag, language),
    );
    const words = catalogues.get(language);
    if (!words) throw new Error(`no messages for ${defaultLocale}`);
    return locale ? inRegion(words, new Intl.Locale(locale).toString()) : words;
  }

  /** Only what we speak counts, whatever the cookie says. */
  function chosen(req: Request): string | undefined {
    const cookie = readCookies(req)[cookieName];
    return codes.find((code) => code === cookie);
  }

  const routes = Router();
  const readForm = express.urlencoded({ extended: false, limit: '1kb' });
  routes
    .route('/language')
    .post(readForm, (req, res) => {
      const language = codes.find((code) => code === req.body?.language);
      if (language) {
        res.cookie(cookieName, language, { secure, httpOnly: true, sameSite: 'lax', path: '/', maxAge: keptMs });
      }
      res.redirect(303, cameFrom(req));
    })
    .all(methodNotAllowed('POST'));

  /** The page of ours with the form. Its full address: of a path alone, two slashes at its start would be another site. */
  function cameFrom(req: Request): string {
    const { referer = '' } = req.headers;
    return referer.startsWith(`${publicUrl.origin}/`) ? referer : '/';
  }

  const names = new Map([...catalogues].map(([code, words]) => [code, words('language.name')]));
  return {
    /** Mount before everything that answers in words. */
    choose,
    /** `POST /language`: keeps the choice in this browser, and leads back to where it was made. */
    routes,
    /** Each language by its code (ISO 639), and what it calls itself. */
    names,
  };
}

const isRegional = /^[a-z]{2,3}-[a-z]{2}$/i;

function isOf(tag: string, language: string): boolean {
  return tag.toLowerCase().split('-')[0] === language;
}
