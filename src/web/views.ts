// Renders a page: a template of views/ and its finished view model, inside the one layout. Step 8 of the story.
import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';
import type { Request, Response } from 'express';
import type { Config } from '../config.ts';
import { textOn } from '../contrast.ts';
import type { Assets } from './assets.ts';
import { noticeOf } from './notice.ts';
import type { Page } from './page.ts';

/** What every view model has. All other fields are the template's own. */
export interface PageView {
  /** The one h1, and the first part of the title. */
  readonly heading: string;
  /** How the header greets the attendee, where the page knows. */
  readonly visitorName?: string | undefined;
}

export type Views = ReturnType<typeof createViews>;

interface ViewsOptions {
  readonly folder: URL;
  /** What each language calls itself, by its code. */
  readonly languages: ReadonlyMap<string, string>;
  readonly assets: Assets;
  readonly convention: Config['convention'];
  /** The message of the banner on every page; absent in production. */
  readonly banner?: string | undefined;
  /** The pages that exist; read at each render, since pages are made with the views. */
  readonly pages: () => readonly Page[];
  /** What an attendee may leave out of what they share. */
  readonly optionalScopes: readonly string[];
  /** The form token of a logged-in visitor, undefined for anybody else. */
  readonly formToken: (req: Request) => string | undefined;
}

export function createViews(options: ViewsOptions) {
  const { languages, assets, convention, optionalScopes } = options;
  const eta = new Eta({ views: fileURLToPath(options.folder), cache: true });
  const band = { accent: convention.accent, onAccent: textOn(convention.accent) };

  return {
    /** Sends the page with the status that `res` bears, and with its content type where it bears one other than HTML. */
    render<View extends PageView>(res: Response, template: string, view: View): void {
      const { req } = res;
      const { words } = req;
      const { language } = new Intl.Locale(words.locale);
      const grantedScopes = req.attendee?.grantedScopes;
      const html = eta.render(template, {
        t: words,
        language,
        // Where an address can only be posted to, there is nothing to come back to in another language.
        languages: req.method === 'GET' ? languages : new Map(),
        view,
        asset: assets.url,
        logo: convention.logo && assets.url(convention.logo.file),
        band,
        siteUrl: convention.siteUrl.href,
        registrationUrl: convention.registrationUrl.href,
        banner: options.banner && words(options.banner),
        formToken: options.formToken(req),
        navigation: req.attendee ? linksTo(req, 'navLabel') : [],
        footer: linksTo(req, 'footerLabel'),
        notice: grantedScopes && noticeOf(req.query, { grantedScopes, optionalScopes, words }),
        mayChoose: optionalScopes.length > 0,
      });
      if (!res.get('Content-Type')) res.type('html');
      res.set('Content-Language', language).vary('Accept-Language, Cookie').send(html);
    },
  };

  /** The pages that bear such a label. */
  function linksTo(req: Request, label: 'navLabel' | 'footerLabel') {
    return options.pages().flatMap(({ path, [label]: message }) => {
      const isCurrent = req.baseUrl + req.path === `${path}/`;
      return message ? [{ path, label: req.words(message), isCurrent }] : [];
    });
  }
}
