// `/link-kit` offers a button, URLs and a QR code for the convention's own website. It works
// without a login. Its pictures are `/link-kit/button-LANGUAGE-THEME.svg` and `/link-kit/qr.svg`.
import { type Response, Router } from 'express';
import { encode } from 'uqr';
import { getOnly } from '../../web/requests/methods.ts';
import { picturePolicy } from '../../web/requests/security-headers.ts';
import { defaultAccent } from '../../web/theme.ts';
import type { SitePage } from '../page-dependencies.ts';
import { buttonPicture, themes } from './link-button.ts';
import { linkKitView } from './link-kit-view.ts';

/** The squares of a QR code, row by row. True is dark. */
export type QrSquares = readonly (readonly boolean[])[];

/** The quiet zone around a QR code, in squares (ISO/IEC 18004). */
const quietZone = 4;
/** Pixels per square. */
const qrUnit = 8;
const path = '/link-kit';

export const linkKitPage: SitePage = {
  name: 'link-kit',
  path,
  open: true,

  routes(dependencies) {
    const { views, publicUrl, siteUrl, pages, languages, returnResult, login } = dependencies;
    const { accent = defaultAccent } = dependencies;
    const routes = Router();

    // The QR code is generated once, on first use, because generating it takes as long as rendering
    // several pages.
    let squares: QrSquares | undefined;
    const qrSquares = () => {
      squares ??= encode(publicUrl.href, { ecc: 'M', border: quietZone }).data;
      return squares;
    };
    const show = getOnly('/', ({ words }, res) => {
      const loginPath = login.paths.login;
      const options = { publicUrl, siteUrl, pages, languages, returnResult, accent, loginPath };
      const view = { ...linkKitView({ ...options, words }), qrSize: qrSquares().length * qrUnit };
      views.render(res, 'link-kit/show', view);
    });

    const qr = getOnly('/qr.svg', (_req, res) => {
      sendAs(res, 'qr.svg');
      views.render(res, 'link-kit/qr', { heading: '', squares: qrSquares(), unit: qrUnit });
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
    return routes;
  },
};

function sendAs(res: Response, file: string): void {
  res.type('svg').set({
    'Content-Disposition': `inline; filename="${file}"`,
    'Content-Security-Policy': picturePolicy,
  });
}
