// View model of the link kit: what the convention's web team copies to lead attendees here. Pure.
import type { PathOf } from '../../web/page.ts';
import type { Translate } from '../../web/words/messages.ts';
import { buttonCss, buttonHtml, themes } from './link-button.ts';

interface LinkKitOptions {
  readonly publicUrl: URL;
  readonly accent: string;
  /** The messages of each language, by its code (ISO 639). */
  readonly languages: ReadonlyMap<string, Translate>;
  readonly pathOf: PathOf;
  /** The page that a link leads to, if none is named. */
  readonly firstPath: string;
  readonly siteUrl: URL;
  /** Whether the page that a login leads back to is told how it ended. */
  readonly returnResult: boolean;
  readonly words: Translate;
}

/** The pages worth a link of their own, with the message key of their name. */
const linkedPages = [
  ['badge-name', 'nav.badge'],
  ['profile', 'nav.profile'],
  ['sharing', 'nav.sharing'],
  ['volunteering', 'nav.volunteering'],
  ['dealer', 'nav.dealer'],
  ['roles', 'nav.roles'],
] as const;

export function linkKitView(options: LinkKitOptions) {
  const { publicUrl, accent, languages, pathOf, firstPath, siteUrl, returnResult, words } = options;
  const addressOf = (path: string) => new URL(path, publicUrl).href;
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
        html: buttonHtml({ text, language, address: addressOf(firstPath) }),
        pictures: themes.map((theme) => ({
          theme,
          path: `/link-kit/button-${language}-${theme}.svg`,
          label: words(`linkKit.button.${theme}`),
        })),
      };
    }),
    css: buttonCss(accent),
    links: linkedPages.flatMap(([name, label]) => {
      const path = pathOf(name);
      return path ? [{ label: words(label), address: addressOf(path) }] : [];
    }),
    site: publicUrl.href,
    wayBack: addressOf(`/login?${back}`),
    returnResult,
  };
}
