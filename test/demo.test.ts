import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import test from 'node:test';
import { retryWhileUnavailable } from './support/app/login-steps.ts';
import { type LoadedPage, logIn, type Visitor, visitor } from './support/app/visitor.ts';
import { startChild, stopProgram, whenReady } from './support/machine/child-app.ts';
import { freePort } from './support/machine/free-port.ts';
import { listen } from './support/machine/listen.ts';
import { machineNode, movedClock } from './support/machine/program.ts';
import { isProof } from './support/machine/rounds.ts';
import { shared } from './support/machine/shared.ts';

const startDemo = shared(['ProcessWrap'], async (lifetime) => {
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const env = { PORT: String(port), SANDBOX_PORT: String(sandboxPort) };
  const { PATH } = process.env;
  const args = ['--import', 'tsx', 'src/demo.ts'];
  const demo = spawn(machineNode(), args, { env: { PATH, ...movedClock(), ...env } });
  lifetime.after(() => stopProgram(demo));
  const output = await whenReady(demo, { name: 'the demo', ready: ['Ctrl-C'] });
  const [url, convention] = [`http://localhost:${port}`, `http://127.0.0.1:${sandboxPort}`];
  return { url, convention, output };
});

test('the demo prints its URLs and the people to log in as, and each of them can log in', async () => {
  const { url, convention, output } = await startDemo();
  assert.match(output(), /^\n {2}Lanyard /, 'no package prints a warning before the first line');
  for (const words of [url, convention, 'robin', 'sam', 'noa', 'mallory', '/protocol']) {
    assert.ok(output().includes(words), words);
  }
  for (const as of ['robin', 'sam', 'noa', 'mallory']) {
    const profile = await logIn(visitor(), `${url}/profile`, { as });
    assert.equal(profile.status, 200);
    assert.match(profile.text, /^Your profile/);
    assert.match(profile.$('header').text(), /Demo/);
  }
});

test('a new browser is asked again what to share, and so is one that has logged out of both sites', async () => {
  const { url } = await startDemo();
  const phone = /555.1001/;
  const profile = `${url}/profile`;
  const withoutPhone = { as: 'robin', untick: ['pii:phone'] };
  const logOutOfBoth = async (who: Visitor) => {
    const loggedOut = await who.press(await who.open(profile), 'Log out');
    await who.follow(loggedOut, logOutThereToo(loggedOut));
  };
  assert.match((await logIn(visitor(), profile, { as: 'robin' })).text, phone);
  const fresh = visitor();
  assert.doesNotMatch((await logIn(fresh, profile, withoutPhone)).text, phone);
  await logOutOfBoth(fresh);
  assert.match((await logIn(fresh, profile, { as: 'robin' })).text, phone);
  await logOutOfBoth(fresh);
  assert.doesNotMatch((await logIn(fresh, profile, withoutPhone)).text, phone);
});

/** The link's text. The demo's convention has the year in its name. */
function logOutThereToo({ text }: LoadedPage): string {
  return /Log out of Foxcon \d{4} too/.exec(text)?.[0] ?? '';
}

/** Together, these visitors see every button that leads to the platform. */
const visitors = [undefined, 'sam', 'noa', 'blair'];

async function crawl(who: Visitor, start: string) {
  const { origin } = new URL(start);
  const pages = new Set([start]);
  const away: { address: string; text: string }[] = [];
  for (const address of pages) {
    const { $, url, status } = await retryWhileUnavailable(() => who.open(address));
    assert.equal(status, 200, address);
    for (const link of $('a[href]').toArray()) {
      const target = new URL($(link).attr('href') ?? '', url);
      target.hash = '';
      if (target.origin !== origin) away.push({ address: target.href, text: $(link).text() });
      else if (!/\/login|\/download|\.(svg|ics)$/.test(target.pathname)) pages.add(target.href);
    }
  }
  return { pages, away };
}

test('every link from the demo to the platform leads to a page there, for every visitor', async () => {
  const { url, convention } = await startDemo();
  const texts = new Set<string>();
  for (const as of isProof ? [...visitors, 'robin', 'dee'] : visitors) {
    const who = visitor();
    if (as) await logIn(who, `${url}/profile`, { as });
    const { pages, away } = await crawl(who, `${url}/`);
    assert.ok(pages.size >= (as ? 7 : 3), [...pages].join(' '));
    const opened = new Map<string, LoadedPage>();
    for (const { address, text } of away) {
      if (
        /^(mailto:(help@foxcon\.example|\w+@example\.org)|https:\/\/www\.openstreetmap\.org\/.*)$/.test(
          address,
        )
      )
        continue;
      assert.equal(new URL(address).origin, convention, `${text}: ${address}`);
      const page = opened.get(address) ?? (await who.open(address));
      opened.set(address, page);
      assert.equal(page.status, 200, address);
      assert.match(page.headers.get('content-type') ?? '', /^text\/html/, `${text}: ${address}`);
      assert.equal(page.$('h1').length, 1, address);
      texts.add(text.trim());
    }
  }
  const all = [...texts].join('\n');
  for (const verb of ['Pay', 'Change', 'Register', 'Choose']) assert.match(all, new RegExp(verb));
});

test('in the demo one can switch to another person by switching account, and by logging out of both sites', async () => {
  const { url } = await startDemo();
  const profileUrl = `${url}/profile`;
  const sharingUrl = `${url}/sharing`;
  const browser = visitor();
  const robin = await logIn(browser, sharingUrl, { as: 'robin' });
  const consent = await browser.press(await browser.follow(robin, 'Switch account'), 'layla');
  await browser.press(consent, 'Allow');
  const layla = await browser.open(profileUrl);
  assert.match(layla.text, /layla@example\.org/);

  const loggedOut = await browser.press(layla, 'Log out');
  const home = await browser.follow(loggedOut, logOutThereToo(loggedOut));
  assert.equal(home.url.href, `${url}/`);
  const noa = await logIn(browser, profileUrl, { as: 'noa' });
  assert.doesNotMatch(noa.html, /layla@|robin/);
});

test('`npm run demo` says that it is starting before anything is loaded', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  assert.match(scripts.demo, /^echo The demo is starting\S* && tsx src\/demo\.ts$/);
});

test('a port that is in use is reported in one line, with the fix', async (t) => {
  const { port } = new URL(await listen(t, createServer()));
  const demo = startChild(t, {
    file: 'src/demo.ts',
    env: {
      PORT: port,
      SANDBOX_PORT: String(await freePort()),
    },
    ready: 'Ctrl-C',
  });
  await assert.rejects(
    demo,
    /ended with 1: .*The demo cannot start: .*in use.*\nOther ports: PORT=3001/s,
  );
});
