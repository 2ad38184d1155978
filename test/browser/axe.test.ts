// Every page in every language as axe sees it, with its rules of best practice and its experimental
// ones: only in some languages the visible words of a button differ from its name.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import test from 'node:test';
import { openDetails, startVisit } from '../states/visit.ts';
import { axeSource } from '../support/axe-source.ts';
import { openBrowser } from '../support/chromium.ts';
import { openPages, pagesWithLogin } from '../support/page-paths.ts';
import { isProof } from '../support/rounds.ts';
import { allServiceScopes, startApp } from '../support/start-app.ts';

const languages = readdirSync(new URL('../../views/messages/', import.meta.url))
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.replace('.json', ''));

const paths = [...openPages, ...pagesWithLogin, '/sharing/stop?scope=pii:phone', '/nowhere'];
/** `npm test` looks at the pages whose buttons have names of their own, in every language. */
const seen = isProof ? paths : ['/badge-name', '/profile', '/sharing', '/roles', '/privacy'];

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
  await startVisit(app, page).logIn('robin');
  const found: string[] = [];
  for (const value of languages) {
    await context.addCookies([{ name: `language-${new URL(app.url).port}`, value, url: app.url }]);
    for (const path of seen) {
      await page.goto(app.url + path);
      await openDetails(page);
      await page.evaluate(axeSource);
      const violations = await page.evaluate<string[]>(askAxe);
      found.push(...violations.map((violation) => `${value} ${path}: ${violation}`));
    }
  }
  assert.deepEqual(found, []);
});
