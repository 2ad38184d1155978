// `/logged-out` after a log-out, and `/login/expired` when a session ended by itself: both say so, and offer a new login.
import { Router } from 'express';
import type { Translate } from '../../web/messages.ts';
import { getOnly, type Page } from '../../web/page.ts';
import type { Views } from '../../web/views.ts';

export function loggedOutPage(options: {
  views: Views;
  words: Translate;
  /** Where a visitor of a shared computer can log out of the platform too. */
  logoutUrl: URL | undefined;
  idleMinutes: number;
}): Page {
  const { views, words, logoutUrl, idleMinutes } = options;
  const routes = Router();

  routes.use(
    getOnly('/logged-out', (_req, res) => {
      views.render(res, 'logged-out/show', { heading: words('loggedOut.heading'), logoutUrl: logoutUrl?.href });
    }),
    getOnly('/login/expired', (req, res) => {
      const returnTo = new URLSearchParams({ return_to: String(req.query.return_to ?? '/') });
      const view = {
        heading: words('expired.heading'),
        text: words('expired.text', { minutes: idleMinutes }),
        loginPath: `/login?${returnTo}`,
      };
      views.render(res, 'logged-out/expired', view);
    }),
  );
  return { path: '/', open: true, routes };
}
