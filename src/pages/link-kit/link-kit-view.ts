// View model for the link kit: links to this site for the convention's web team to copy. Pure.
import type { Page } from '../../web/page.ts';
import type { Translate } from '../../web/words/messages.ts';
import { buttonCss, buttonHtml, buttonPicture, themes } from './link-button.ts';

interface LinkKitOptions {
  readonly publicUrl: URL;
  readonly accent: string;
  /** Messages per language, keyed by ISO 639 code. */
  readonly languages: ReadonlyMap<string, Translate>;
  /** Pages in navigation order. */
  readonly pages: readonly Page[];
  readonly loginPath: string;
  readonly siteUrl: URL;
  /** RETURN_RESULT: whether the redirect back to the other site includes the login's result. */
  readonly returnResult: boolean;
  readonly words: Translate;
}

export function linkKitView(options: LinkKitOptions) {
  const { publicUrl, accent, languages, pages, loginPath, siteUrl, returnResult, words } = options;
  const inFront = pages.flatMap(({ path, navLabel }) =>
    navLabel ? { path, label: navLabel } : [],
  );
  const inMenu = pages.flatMap(({ path, menuLabel: label }) => (label ? { path, label } : []));
  const urlOf = (path: string) => new URL(path, publicUrl).href;
  const back = new URLSearchParams({ return_to: new URL('/thanks', siteUrl).href });

  return {
    heading: words('linkKit.heading'),
    buttons: [...languages].map(([language, say]) => {
      const text = say('linkKit.button.text');
      return {
        language,
        direction: say('language.direction'),
        name: say('language.name'),
        text,
        html: buttonHtml({ text, language, url: urlOf(inFront[0]?.path ?? '/') }),
        pictures: themes.map((theme) => ({
          theme,
          picture: buttonPicture(text, accent, theme),
          path: `/link-kit/button-${language}-${theme}.svg`,
          label: words(`linkKit.button.${theme}`),
        })),
      };
    }),
    css: buttonCss(accent),
    links: [...inFront, ...inMenu].map(({ path, label }) => ({
      label: words(label),
      url: urlOf(path),
    })),
    site: publicUrl.href,
    wayBack: urlOf(`${loginPath}?${back}`),
    returnResult,
  };
}
