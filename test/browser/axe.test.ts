// Every page in every language as axe sees it, with its rules of best practice and its experimental
// ones: only in some languages the visible words of a button differ from its name.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import test from 'node:test';
import { openDetails, openPath, startVisit } from '../states/visit.ts';
import { axeSource } from '../support/axe-source.ts';
import { openBrowser } from '../support/chromium.ts';
import { openPages, pagesWithLogin } from '../support/page-paths.ts';
import { isProof } from '../support/rounds.ts';
import { allServiceScopes, startApp } from '../support/start-app.ts';

const languages = readdirSync(new URL('../../views/messages/', import.meta.url))
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.replace('.json', ''));

const loggedOut = [...openPages, '/login/callback?code=a&state=b', '/nowhere'];
const loggedIn = [
  ...openPages,
  ...pagesWithLogin,
  '/badge-name?try=',
  '/sharing/stop?scope=pii:phone',
  '/nowhere',
];
/** `npm test` looks at the pages whose buttons have names of their own, in every language. */
const seen = isProof
  ? { loggedOut, loggedIn }
  : { loggedOut: ['/'], loggedIn: ['/badge-name', '/profile', '/sharing', '/roles', '/privacy'] };

/** Experimental rules are off unless they are named; the others of these tags are on. */
const askAxe = `axe.run({
  resultTypes: ['violations'],
  preload: false,
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice', 'experimental'],
}).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ' ' + nodes.map(({ html }) => html.slice(0, 120)).join()))`;

test('in every language axe finds nothing, with its rules of best practice and its experimental ones', async (t) => {
  const settings = { SERVICE_SCOPES: allServiceScopes, HELP_EMAIL: 'help@testcon.example' };
  const app = await startApp(t, { settings });
  const { context } = await openBrowser(t);
  const page = await context.newPage();
  const found: string[] = [];
  async function look(paths: readonly string[]): Promise<void> {
    for (const value of languages) {
      const name = `language-${new URL(app.url).port}`;
      await context.addCookies([{ name, value, url: app.url }]);
      for (const path of paths) {
        await openPath(page, app.url, path);
        await openDetails(page);
        await page.evaluate(axeSource);
        const violations = await page.evaluate<string[]>(askAxe);
        found.push(...violations.map((violation) => `${value} ${path}: ${violation}`));
      }
    }
  }
  await look(seen.loggedOut);
  await startVisit(app, page).logIn('robin');
  await look(seen.loggedIn);
  assert.deepEqual(found, []);
});
