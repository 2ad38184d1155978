// Logging out at the platform: `GET /oauth/logout?client_id=&access_token=&next=`, seen in use and not documented.
import { Router } from 'express';
import type { Provider } from 'oidc-provider';
import { html } from '../pages/html.ts';
import { layout } from '../pages/layout.ts';

/** Whom to log out, and where one may go afterwards. */
interface Surroundings {
  provider: Provider;
  redirectUris: string[];
}

/** Returns the route that ends the browser's session here and, when given, the login of the access token. */
export function logOut({ provider, redirectUris }: Surroundings): Router {
  const routes = Router();
  routes.get('/oauth/logout', async (req, res) => {
    await endSession(provider, provider.createContext(req, res));
    await endLogin(provider, String(req.query.access_token ?? ''));
    const next = String(req.query.next ?? '');
    if (isOfClient(next, redirectUris)) return res.redirect(303, next);
    res.send(
      layout({ heading: 'You are logged out', body: html`<p>You are logged out of the sandbox convention.</p>` }),
    );
  });
  return routes;
}

async function endSession(provider: Provider, context: ReturnType<Provider['createContext']>): Promise<void> {
  const session = await provider.Session.get(context);
  if (session.accountId !== undefined) await session.destroy();
}

/** Ends an access token and every other token of the same login. */
async function endLogin(provider: Provider, accessToken: string): Promise<void> {
  const token = await provider.AccessToken.find(accessToken);
  if (token === undefined) return;
  await provider.AccessToken.revokeByGrantId(token.grantId);
  await provider.RefreshToken.revokeByGrantId(token.grantId);
}

/** Only the sites of the client: anything else would make this an open redirect. */
function isOfClient(next: string, redirectUris: string[]): boolean {
  return URL.canParse(next) && redirectUris.some((uri) => new URL(uri).origin === new URL(next).origin);
}
