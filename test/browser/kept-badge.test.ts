import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import test, { type TestContext } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { startVisit } from '../states/visit.ts';
import { conventionInAMonth } from '../support/app/clocks.ts';
import { logIn, visitor } from '../support/app/visitor.ts';
import { openBrowser } from '../support/browser/chromium.ts';
import { startBehindCutProxy } from '../support/browser/cut-proxy.ts';

const event = conventionInAMonth();
const settings = { SERVICE_SCOPES: 'registration:read', ...event };
const copyPath = '/kept-badge';
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

interface StartOptions {
  readonly as?: string;
  readonly locale?: string;
  readonly now?: () => number;
}

async function start(t: TestContext, options: StartOptions = {}) {
  const { as = 'robin', locale = 'en-US', now = Date.now } = options;
  const { app, proxy } = await startBehindCutProxy(t, { settings, now, ownRedis: true });
  const { context } = await openBrowser(t, { locale });
  const page = await context.newPage();
  page.setDefaultTimeout(8000);
  const visit = startVisit(app, page);
  await visit.logIn(as);
  return { ...visit, context, answers: proxy.answers };
}

const switchOf = (page: Page) => page.locator('.badge-keep input');

async function openSwitch(page: Page): Promise<void> {
  for (const summary of await page.locator('main summary').all()) await summary.click();
  await switchOf(page).waitFor();
}

async function turn(page: Page, to: 'on' | 'off'): Promise<void> {
  if (!(await switchOf(page).isVisible())) await openSwitch(page);
  await switchOf(page).setChecked(to === 'on');
  await page.locator('.badge-keep input:not(:disabled)').waitFor();
}

function stored(page: Page) {
  return page.evaluate<{ copies: string[]; workers: string[] }>(`(async () => {
    const copies = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) copies.push(new URL(url).pathname);
    const registrations = await navigator.serviceWorker.getRegistrations();
    return { copies, workers: registrations.map(({ scope }) => new URL(scope).pathname).sort() };
  })()`);
}

const nothing = { copies: [], workers: [] };
const copyAndWorker = { copies: [copyPath], workers: ['/'] };

async function until(page: Page, expected: object): Promise<void> {
  for (let tries = 0; tries < 50; tries += 1) {
    if (JSON.stringify(await stored(page)) === JSON.stringify(expected)) return;
    await page.waitForTimeout(100);
  }
  assert.deepEqual(await stored(page), expected);
}

/**
 * Returns the page's text while the browser is offline, or '' if the browser shows its own error
 * page.
 */
async function withoutNetwork(context: BrowserContext, address: string): Promise<string> {
  await context.setOffline(true);
  const page = await context.newPage();
  const opened = await page.goto(address).catch(() => undefined);
  const text = opened ? await page.locator('body').innerText() : '';
  await page.close();
  await context.setOffline(false);
  return text;
}

test('P57 nothing is stored before the switch is pressed, then one document, and it opens without a network within a second', async (t) => {
  const { app, page, context } = await start(t);
  await openSwitch(page);
  assert.deepEqual(await stored(page), nothing);
  await turn(page, 'on');
  await until(page, copyAndWorker);

  for (const path of ['/badge-name', '/desk', '/', '/Badge-Name/?try=Somebody']) {
    const begun = performance.now();
    const text = await withoutNetwork(context, app.url + path);
    const took = performance.now() - begun;
    t.diagnostic(`${path} without a network: ${Math.round(took)} ms`);
    assert.match(text, /^No connection\. Shown as of \w+, \w+ \d+, \d\d:\d\d\./, path);
    assert.match(text, /Username\s+robin_banks/);
    assert.doesNotMatch(text, /all set|Log out/);
  }
  for (const path of ['/profile', '/sharing', '/badge-name.svg', copyPath])
    assert.equal(await withoutNetwork(context, app.url + path), '', path);
  // The worker serves the copy only for navigations, so a `fetch` from a page must fail.
  await page.reload();
  await context.setOffline(true);
  const fetched = "fetch('/badge-name').then(() => 'answered', () => 'no network')";
  assert.equal(await page.evaluate(fetched), 'no network');
  await context.setOffline(false);

  await turn(page, 'off');
  await until(page, nothing);
  assert.equal(await withoutNetwork(context, `${app.url}/badge-name`), '');
});

test('P57 the copy is in the person’s language, has name, ticket and payment, and no links', async (t) => {
  const { app, page, context } = await start(t, { locale: 'de-DE', as: 'mallory' });
  await turn(page, 'on');
  await context.setOffline(true);
  const copy = await context.newPage();
  for (const colorScheme of ['light', 'dark'] as const) {
    await copy.emulateMedia({ colorScheme });
    await copy.goto(`${app.url}/desk`);
    const seen = await copy.evaluate<{ ink: string; ground: string; desk: string }>(`({
      ink: getComputedStyle(document.querySelector('header')).color,
      ground: getComputedStyle(document.querySelector('header')).backgroundColor,
      desk: getComputedStyle(document.querySelector('.desk')).backgroundColor,
    })`);
    assert.notEqual(seen.ink, seen.ground);
    assert.equal(seen.desk, 'rgb(255, 255, 255)');
  }
  const { text, language, labels, links, wide } = await copy.evaluate<{
    text: string;
    language: string;
    labels: string[];
    links: number;
    wide: boolean;
  }>(`({
    text: document.body.innerText,
    language: document.documentElement.lang,
    labels: [...document.querySelectorAll('svg[role=img]')].map((one) =>
      one.getAttribute('aria-label') ?? one.querySelector('title').textContent),
    links: document.querySelectorAll('a, form, button, script, iframe, img, link').length,
    wide: document.documentElement.scrollWidth > innerWidth,
  })`);
  assert.match(text, /^Keine Verbindung\. Stand: /);
  assert.deepEqual([language, links, wide], ['de', 0, false]);
  assert.match(labels.join('|'), /<script>alert\(1\).*\|Bezahlt\|/s);
});

test('P57 the copy is readable in forced colors, prints on one sheet of A6, and holds names in any script', async (t) => {
  for (const as of ['robin', 'mallory'])
    await t.test(as, async (subtest) => {
      const { app, page, context } = await start(subtest, { as });
      await turn(page, 'on');
      await context.setOffline(true);
      const copy = await context.newPage();
      await copy.goto(`${app.url}/desk`);
      for (const colorScheme of ['light', 'dark'] as const) {
        await copy.emulateMedia({ colorScheme, forcedColors: 'active' });
        const [ink, ground] = await copy.evaluate<string[]>(`[
          getComputedStyle(document.querySelector('.desk-name text, .desk-username')).fill,
          getComputedStyle(document.querySelector('.desk')).backgroundColor,
        ]`);
        assert.deepEqual([ink, ground], ['rgb(17, 17, 17)', 'rgb(255, 255, 255)'], colorScheme);
      }
      await copy.emulateMedia({ colorScheme: 'dark', forcedColors: null, media: 'print' });
      const pdf = (await copy.pdf({ format: 'A6' })).toString('latin1');
      assert.equal(pdf.match(/\/Type\s*\/Page\b/g)?.length, 1, 'one sheet');
      const millimetres = await copy.evaluate<number>(
        "document.querySelector('.badge-card').getBoundingClientRect().width / 96 * 25.4",
      );
      assert.equal(Math.round(millimetres), 86);
      await copy.emulateMedia({ media: null });
      const outside =
        await copy.evaluate(`[...document.querySelectorAll('svg text')].filter((text) => {
        const card = text.closest('svg').getBoundingClientRect();
        const { left, right } = text.getBoundingClientRect();
        return left < card.left - 1 || right > card.right + 1;
      }).map(({ textContent }) => textContent)`);
      assert.deepEqual(outside, []);
    });
});

test('P58 the copy is deleted by a log-out here or everywhere, by deleting the data, and by the login of somebody else', async (t) => {
  const ends: Record<string, (visit: Awaited<ReturnType<typeof start>>) => Promise<void>> = {
    async 'log-out'({ page, press }) {
      await page.locator('.site-menu summary').click();
      await press('Log out');
    },
    async 'log-out everywhere'({ open, press }) {
      await open('/sharing');
      await press('Log out');
    },
    async 'delete your data'({ open, press, follow }) {
      await open('/sharing');
      await follow('Delete your data here');
      await press('Delete your data');
    },
    async 'somebody else'({ context, logIn }) {
      await context.clearCookies({ name: /^sid/ });
      await context.clearCookies({ domain: '127.0.0.1' });
      await logIn('sam', { path: '/profile' });
    },
  };
  for (const [name, end] of Object.entries(ends))
    await t.test(name, async (subtest) => {
      const visit = await start(subtest);
      await turn(visit.page, 'on');
      await end(visit);
      await until(visit.page, nothing);
      assert.equal(await withoutNetwork(visit.context, `${visit.app.url}/badge-name`), '');
    });
});

test('P58 an expired session deletes nothing, and the next badge page renews the copy', async (t) => {
  const { app, page, context, logIn, open } = await start(t);
  await turn(page, 'on');
  await context.clearCookies({ name: /^sid/ });
  await open('/login/expired');
  assert.match(await withoutNetwork(context, `${app.url}/desk`), /robin_banks/);
  await logIn('robin', { path: '/desk' });
  await until(page, copyAndWorker);
  assert.match(await withoutNetwork(context, `${app.url}/desk`), /robin_banks/);
});

test('P58 the copy is deleted two days after the convention, and with the registration', async (t) => {
  await t.test(
    'two days after the last day the switch is gone, and a copy is deleted',
    async (subtest) => {
      let now = Date.parse(`${event.BADGE_NAME_UNTIL}T12:00:00Z`);
      const { page, logIn } = await start(subtest, { now: () => now });
      await turn(page, 'on');
      now += 2.6 * dayMs;
      await logIn('robin');
      assert.equal(await page.locator('.badge-keep').count(), 0);
      await until(page, nothing);
    },
  );
  await t.test('no registration', async (subtest) => {
    const { app, page, context, open, answers } = await start(subtest);
    await turn(page, 'on');
    answers.set('/desk', (res) => res.writeHead(200, { 'kept-badge': 'delete' }).end('none'));
    await open('/desk');
    await until(page, nothing);
    assert.equal(await withoutNetwork(context, `${app.url}/badge-name`), '');
  });
});

test('P59 only the document itself is stored: an error, a redirect and a proxy’s page change nothing', async (t) => {
  const { app, page, context, open, answers } = await start(t);
  await turn(page, 'on');
  const page200 = (res: ServerResponse) =>
    res.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Wi-Fi</h1>');
  const impostors: ((res: ServerResponse) => void)[] = [
    page200,
    (res) => res.writeHead(502).end('Bad gateway'),
    (res) => res.writeHead(303, { location: '/privacy' }).end(),
    (res) => res.writeHead(206, { 'kept-badge-until': '9999999999999' }).end('a part'),
    (res) => res.destroy(),
  ];
  for (const impostor of impostors) {
    answers.set(copyPath, impostor);
    await open('/badge-name');
    await page.waitForTimeout(300);
    assert.match(await withoutNetwork(context, `${app.url}/desk`), /robin_banks/);
  }
  answers.clear();

  assert.deepEqual(await stored(page), copyAndWorker);
});

test('P59 if anything else responds instead of Lanyard, the copy is shown, and Lanyard’s own responses are unchanged', async (t) => {
  const { app, page, open, answers } = await start(t);
  await turn(page, 'on');
  const ofProxy: Record<string, (res: ServerResponse) => void> = {
    'a bad gateway': (res) => res.writeHead(502).end('<h1>502 Bad Gateway</h1>'),
    'an overload': (res) => res.writeHead(503, { 'retry-after': '1' }).end('Busy'),
    'a Wi-Fi login': (res) => res.end('<h1>Welcome to the hotel</h1>'),
    'a redirect to a Wi-Fi login': (res) =>
      res.writeHead(302, { location: 'http://127.0.0.1:9/portal' }).end(),
    'a cut connection': (res) => res.destroy(),
    'a cut response': (res) => {
      res.writeHead(200, { 'content-length': '9' }).write('<h1>');
      setTimeout(() => res.destroy(), 50);
    },
  };
  for (const path of ['/badge-name', '/desk', '/'])
    for (const [name, response] of Object.entries(ofProxy)) {
      answers.set(path, response);
      answers.set(copyPath, response);
      await open(path);
      assert.match(await page.locator('body').innerText(), /^No connection/, `${path}: ${name}`);
      answers.clear();
    }
  await app.redis.command('FLUSHDB');
  await open('/desk');
  assert.equal(new URL(page.url()).pathname, '/login/expired', 'a redirect of Lanyard');
  assert.deepEqual(await stored(page), copyAndWorker);
  const own503 = (res: ServerResponse) => res.writeHead(503, { 'kept-badge': 'keep' }).end('Away');
  answers.set('/desk', own503);
  await open('/desk');
  assert.equal(await page.locator('body').innerText(), 'Away');
});

test('P58 the action that ends a login deletes the copy in its own response, even if the store fails, and nothing else deletes it', async (t) => {
  await t.test('a log-out that cannot be stored', async (subtest) => {
    const { app, page, press } = await start(subtest);
    await turn(page, 'on');
    await page.goto(`${app.url}/profile`);
    await app.redis.command('CONFIG', 'SET', 'maxmemory', '1');
    await press('Log out');
    assert.match(await page.locator('h1').innerText(), /logged out|not working/i);
    await until(page, nothing);
  });
  await t.test('a log-out whose response is lost', async (subtest) => {
    const { app, page, context, press, answers } = await start(subtest);
    await turn(page, 'on');
    await page.goto(`${app.url}/profile`);
    answers.set('/logged-out', (res) => res.destroy());
    await press('Log out').catch(() => {});
    answers.clear();
    const other = await context.newPage();
    await other.goto(`${app.url}/privacy`);
    await until(other, nothing);
  });
  await t.test('a link to the page after a log-out', async (subtest) => {
    const { page, context, open } = await start(subtest);
    await turn(page, 'on');
    await context.clearCookies({ name: /^sid/ });
    await open('/logged-out');
    await open('/badge-name?why=forgotten');
    assert.deepEqual(await stored(page), copyAndWorker);
  });
  await t.test('an older instance without the copy', async (subtest) => {
    const { page, open, answers } = await start(subtest);
    await turn(page, 'on');
    answers.set(copyPath, (res) => res.writeHead(404).end('Not found'));
    await open('/badge-name');
    await page.waitForTimeout(300);
    assert.deepEqual(await stored(page), copyAndWorker);
  });
});

test('P58 a log-out everywhere and a deletion on another device reach this phone at its next visit', async (t) => {
  for (const button of ['Log out everywhere', 'Delete your data'])
    await t.test(button, async (subtest) => {
      const { app, page, open } = await start(subtest);
      await turn(page, 'on');
      const laptop = visitor();
      const sharing = await logIn(laptop, `${app.url}/sharing`, { as: 'robin' });
      const isDeletion = button === 'Delete your data';
      await laptop.press(
        isDeletion ? await laptop.follow(sharing, 'Delete your data here') : sharing,
        button,
      );
      await open('/badge-name');
      await until(page, nothing);
    });
});

test('P58 a wrong phone clock only hides the copy, and the time in a response decides', async (t) => {
  const { app, page, context, open } = await start(t);
  await turn(page, 'on');
  const expired = `caches.open('${copyPath}').then(async (cache) => {
    const kept = await cache.match('${copyPath}');
    const headers = new Headers(kept.headers);
    headers.set('Kept-Badge-Until', String(Date.now() - 1000));
    await cache.put('${copyPath}', new Response(await kept.text(), { headers }));
  })`;
  await page.evaluate(expired);
  assert.equal(await withoutNetwork(context, `${app.url}/desk`), '', 'hidden');
  assert.deepEqual(await stored(page), copyAndWorker);
  await context.clearCookies();
  await open('/');
  await until(page, nothing);
});

test('P61 the switch says what is there: it adds what is missing, and it is off if that fails', async (t) => {
  const { page, context, open, answers } = await start(t);
  await turn(page, 'on');
  const isOn = async () => {
    await open('/badge-name');
    await openSwitch(page);
    return switchOf(page).isChecked();
  };
  await page.evaluate(`caches.delete('${copyPath}')`);
  assert.equal(await isOn(), true);
  await until(page, copyAndWorker);
  await page.evaluate('navigator.serviceWorker.getRegistration().then((one) => one.unregister())');
  assert.equal(await isOn(), true);
  await until(page, copyAndWorker);
  await page.evaluate(`caches.delete('${copyPath}')`);
  answers.set(`${copyPath}?keep`, (res) => res.writeHead(502).end());
  answers.set(copyPath, (res) => res.writeHead(502).end());
  assert.equal(await isOn(), false);
  await until(page, nothing);
  answers.clear();

  const refused: string[] = [];
  const other = await context.newPage();
  other.on('pageerror', ({ message }) => refused.push(message));
  await other.addInitScript(
    'caches.open = caches.has = caches.match = () => Promise.reject(Error("no"))',
  );
  await other.goto(page.url());
  await openSwitch(other);
  await switchOf(other)
    .check()
    .catch(() => {});
  await other.getByText('This browser couldn’t save it.').waitFor();
  assert.deepEqual([await switchOf(other).isChecked(), refused], [false, []]);
});

test('P61 a corrected worker reaches a phone whose owner is logged out', async (t) => {
  const { page, context, open, answers } = await start(t);
  await turn(page, 'on');
  await context.clearCookies({ name: /^sid/ });
  const { body } = await page.evaluate<{ body: string }>(
    "fetch('/sw.js').then(async (one) => ({ body: await one.text() }))",
  );
  answers.set('/sw.js', (res) => {
    res.setHeader('content-type', 'text/javascript');
    res.end(
      `${body}\naddEventListener('message', ({ source }) => source.postMessage('corrected'));`,
    );
  });
  await open('/privacy');
  await page.evaluate('navigator.serviceWorker.getRegistration().then((one) => one.update())');
  // Until the corrected worker is active, the message reaches the old worker, which does not reply.
  const answered = await page.evaluate(`new Promise((resolve) => {
    navigator.serviceWorker.onmessage = ({ data }) => resolve(data);
    setInterval(async () => (await navigator.serviceWorker.ready).active.postMessage(''), 100);
    setTimeout(resolve, 8000);
  })`);
  assert.equal(answered, 'corrected');
});

test('P59 if the network does not respond within five seconds, the copy is shown', async (t) => {
  const { app, page, context, answers } = await start(t);
  await turn(page, 'on');
  answers.set('/desk', () => {});
  const slow = await context.newPage();
  const begun = performance.now();
  await slow.goto(`${app.url}/desk`);
  const took = performance.now() - begun;
  assert.ok(took > 4900 && took < 9000, `${took} ms`);
  assert.match(await slow.locator('body').innerText(), /^No connection/);
});

test('P60 the copy contains nothing that allows a login, and no other page of the site is stored', async (t) => {
  const { page, context } = await start(t);
  await turn(page, 'on');
  const text = await page.evaluate<string>(
    `caches.match('${copyPath}').then(async (copy) => JSON.stringify([...copy.headers]) + await copy.text())`,
  );
  for (const { name, value } of await context.cookies()) assert.ok(!text.includes(value), name);
  assert.doesNotMatch(
    text,
    /form_token|Roberta|1990|robin@|access_token|http:\/\/(?!www\.w3\.org)/,
  );
  assert.match(text, /default-src 'none'/);
});

test('P61 if storage is refused, the page says so and stores nothing; a broken worker is replaced by one that removes itself', async (t) => {
  const { page, open, answers } = await start(t);
  await openSwitch(page);
  const until2027 = { 'kept-badge-until': String(Date.parse('2027-08-01')) };
  const useless: ((res: ServerResponse) => void)[] = [
    (res) => res.writeHead(500).end(),
    // A proxy has removed the header that marks Lanyard's responses.
    (res) => res.writeHead(200, until2027).end('a badge'),
  ];
  for (const response of useless) {
    answers.set(`${copyPath}?keep`, response);
    await switchOf(page)
      .check()
      .catch(() => {});
    await page.locator('.badge-keep input:not(:disabled)').waitFor();
    await page.getByText('This browser couldn’t save it.').waitFor();
    assert.equal(await switchOf(page).isChecked(), false);
    assert.deepEqual(await stored(page), nothing);
  }

  answers.clear();
  await turn(page, 'on');
  await until(page, copyAndWorker);
  answers.set('/sw.js', (res) =>
    res
      .writeHead(200, { 'content-type': 'text/javascript' })
      .end(
        "addEventListener('install', () => skipWaiting()); addEventListener('activate', (event) => event.waitUntil(caches.delete('/kept-badge').then(() => registration.unregister())));",
      ),
  );
  await open('/badge-name');
  await page.evaluate('navigator.serviceWorker.getRegistration().then((one) => one?.update())');
  await until(page, nothing);
});
