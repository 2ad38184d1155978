// A link on another site may lead to a page of ours that redirects further. The redirect must do no
// more than a direct link to its target.
import assert from 'node:assert/strict';
import test from 'node:test';
import { everyPage } from '../../src/app.ts';
import { returnTarget } from '../../src/web/page.ts';
import { type RunningApp, startApp } from '../support/app/start-app.ts';
import { fromOwnPage, logIn, type RequestOptions, visitor } from '../support/app/visitor.ts';

const evil = 'https://evil.example/';

/**
 * Targets that a link on another site must not reach: the attendee's files (the download and the
 * badge picture), and a preview with a different badge name.
 */
const targets = [
  '/sharing/download',
  '/sharing//download',
  '/badge-name.svg?upright',
  '/badge-name?try=CANCELLED',
  '/badge-name?x=1&try=a&try=CANCELLED#top',
];

/** Browsers that send only Fetch Metadata, Fetch Metadata and a Referer, or only a Referer. */
const browsers: ((from: string) => Record<string, string>)[] = [
  () => fromOwnPage,
  (referer) => ({ ...fromOwnPage, referer }),
  (referer) => ({ referer }),
];

/** Follows all redirects and refreshes, with the headers of a navigation on our own page. */
async function carryOn(
  who: ReturnType<typeof visitor>,
  address: string,
  headers: Record<string, string>,
) {
  const options: RequestOptions = { headers };
  let url = new URL(address);
  for (let hops = 0; hops < 10; hops += 1) {
    const response = await who.request(url, options);
    const refresh = /url=(.+)$/.exec(response.headers.get('refresh') ?? '')?.[1];
    const next = response.headers.get('location') ?? refresh;
    const isOurs = next && new URL(next, url).origin === url.origin;
    if (!isOurs) return { url, answer: response, text: await response.text() };
    url = new URL(next, url);
  }
  throw new Error(`too many redirects: ${url}`);
}

async function assertHarmless(app: RunningApp, who: ReturnType<typeof visitor>, start: string) {
  for (const browser of browsers) {
    const headers = browser(start);
    const { url, answer, text } = await carryOn(who, start, headers);
    const about = `${start} ${JSON.stringify(headers)} led to ${url}`;
    assert.equal(answer.headers.get('content-disposition'), null, about);
    assert.match(answer.headers.get('content-type') ?? '', /^text\/html/, about);
    assert.doesNotMatch(text.replace(/<[^>]+>/g, ''), /CANCELLED/, about);
    assert.equal(url.origin, app.url);
  }
}

test('P54 a page of ours that redirects takes a link from another site no further than the link itself would', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  for (const target of targets) {
    const query = new URLSearchParams({ return_to: target });
    // A link on another site opened the page, before or after the visitor logged in in another tab.
    const opened = await visitor().open(`${app.url}/login/expired?${query}`, evil);
    const link = opened.$('a.button').attr('href') ?? '';
    assert.match(link, /^\/login\?return_to=/);
    await assertHarmless(app, robin, app.url + link);
    await assertHarmless(app, robin, `${app.url}/login/expired?${query}`);
    await assertHarmless(app, robin, `${app.url}/login?browser=1&${query}`);
  }
});

test('P54 nor does a whole login that such a link starts', async (t) => {
  const app = await startApp(t);
  for (const target of ['/sharing/download', '/badge-name?try=CANCELLED']) {
    const robin = visitor();
    const query = new URLSearchParams({ return_to: target });
    const page = await logIn(robin, `${app.url}/login?${query}`, { as: 'robin', from: app.url });
    assert.match(page.url.href, /\/(sharing|badge-name)$/);
    assert.doesNotMatch(page.text, /CANCELLED/);
  }
});

test('P14 a login still leads to the path, the query and the fragment that a page may be linked with', () => {
  for (const address of [
    '/profile?from=site&x=%20#top',
    '/sharing/stop?scope=pii%3Aemail',
    '/nothing?try=1',
    'https://foxcon.example/a//b?try=1',
  ])
    assert.equal(returnTarget(address, everyPage), address);
  assert.equal(returnTarget('/badge-name?a=1&try=x#b', everyPage), '/badge-name?a=1#b');
  assert.equal(returnTarget('/Kept-badge/?keep', everyPage), '/badge-name');
});
