import assert from 'node:assert/strict';
import test from 'node:test';
import { openPages, pagesWithLogin } from '../support/app/page-paths.ts';
import { allServiceScopes, startApp } from '../support/app/start-app.ts';
import { logIn, visitor } from '../support/app/visitor.ts';
import { startSlowPhone } from '../support/browser/slow-phone.ts';

const longestWait = 2500;
const views = 5;

test('on a slow phone the largest part of the badge appears within 2.5 s, and nothing moves on any page', async (t) => {
  const app = await startApp(t, { settings: { SERVICE_SCOPES: allServiceScopes } });
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  const open = await startSlowPhone(t);
  const moved: string[] = [];
  for (const path of [...openPages, ...pagesWithLogin]) {
    const { lcp, shift, bytes, requests } = await open(app.url + path, robin.cookies(app.url));
    t.diagnostic(
      `${Math.round(lcp)} ms to the largest part of ${path}, ${bytes} bytes, ${requests} requests`,
    );
    if (shift > 0) moved.push(`${path}: ${shift}`);
  }
  assert.deepEqual(moved, []);
  const waits: number[] = [];
  for (let view = 0; view < views; view += 1)
    waits.push((await open(`${app.url}/badge-name`, robin.cookies(app.url))).lcp);
  const [middle = Number.NaN] = waits.toSorted((a, b) => a - b).slice(views / 2);
  assert.ok(middle <= longestWait, `${waits.map(Math.round)} ms`);
});
