// The platform's undocumented log-out: `GET /oauth/logout` with the parameters `client_id`,
// `access_token` and `next`.
import { Router } from 'express';
import type { Provider } from 'oidc-provider';
import { html } from '../pages/html.ts';
import { layout } from '../pages/layout.ts';
import { isOnClientSite } from './redirect-uris.ts';

interface Dependencies {
  provider: Provider;
  redirectUris: string[];
}

/**
 * Returns the route that ends the browser's session. If an access token is given, the route also
 * revokes all tokens from the same login.
 */
export function logOut({ provider, redirectUris }: Dependencies): Router {
  const routes = Router();
  routes.get('/oauth/logout', async (req, res) => {
    await endSession(provider, provider.createContext(req, res));
    await endLogin(provider, String(req.query.access_token ?? ''));
    const next = String(req.query.next ?? '');
    // A redirect to any other site would be an open redirect.
    if (isOnClientSite(next, redirectUris)) return res.redirect(303, next);
    res.send(
      layout({
        heading: 'You are logged out',
        body: html`<p>You are logged out of the sandbox convention.</p>`,
      }),
    );
  });
  return routes;
}

export async function endSession(
  provider: Provider,
  context: ReturnType<Provider['createContext']>,
): Promise<void> {
  const session = await provider.Session.get(context);
  if (session.accountId !== undefined) await session.destroy();
}

async function endLogin(provider: Provider, accessToken: string): Promise<void> {
  const token = await provider.AccessToken.find(accessToken);
  if (token === undefined) return;
  await provider.AccessToken.revokeByGrantId(token.grantId);
  await provider.RefreshToken.revokeByGrantId(token.grantId);
}
