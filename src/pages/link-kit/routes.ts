// `/link-kit`: a button, addresses and a QR code for the convention's own website. No login needed.
// `/link-kit/button-LANGUAGE-THEME.svg` and `/link-kit/qr.svg`: the pictures in it.
import { type Response, Router } from 'express';
import { getOnly, type Page } from '../../web/page.ts';
import { picturePolicy } from '../../web/requests/security-headers.ts';
import { defaultAccent } from '../../web/theme.ts';
import type { Translate } from '../../web/words/messages.ts';
import type { PageDependencies } from '../page-dependencies.ts';
import { buttonPicture, themes } from './link-button.ts';
import { linkKitView } from './link-kit-view.ts';
import { qrCode, type Squares } from './qr-code.ts';

interface LinkKitPageOptions extends PageDependencies {
  readonly accent?: string | undefined;
  readonly languages: ReadonlyMap<string, Translate>;
  readonly returnResult: boolean;
  /** Returns the path of the first page in the navigation, or undefined if it is empty. */
  readonly firstPage: () => string | undefined;
}

const path = '/link-kit';

export function linkKitPage(options: LinkKitPageOptions): Page {
  const { views, publicUrl, languages, accent = defaultAccent } = options;
  const routes = Router();

  const show = getOnly('/', (req, res) => {
    const firstPath = options.firstPage() ?? '/';
    const view = linkKitView({ ...options, accent, firstPath, words: req.words });
    views.render(res, 'link-kit/show', view);
  });

  // Drawn on first use, and once: it takes as long as several pages.
  let squares: Squares | undefined;
  const qr = getOnly('/qr.svg', (_req, res) => {
    squares ??= qrCode(publicUrl.href);
    sendAs(res, 'qr.svg');
    views.render(res, 'link-kit/qr', { heading: '', squares });
  });

  routes.use(show, qr);
  for (const [language, words] of languages)
    for (const theme of themes) {
      const file = `button-${language}-${theme}.svg`;
      const picture = buttonPicture(words('linkKit.button.text'), accent, theme);
      const send = getOnly(`/${file}`, (_req, res) => {
        sendAs(res, file);
        views.render(res, 'link-kit/button', { heading: '', ...picture });
      });
      routes.use(send);
    }
  return { name: 'link-kit', path, open: true, routes };
}

function sendAs(res: Response, file: string): void {
  res.type('svg').set({
    'Content-Disposition': `inline; filename="${file}"`,
    'Content-Security-Policy': picturePolicy,
  });
}
