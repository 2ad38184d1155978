// P68: without RETURN_ORIGINS, a request can redirect a visitor only to a page of this site or to
// the platform's authorization page. After every test that starts the app,
// test/support/app/start-app.ts checks the redirects too.
import assert from 'node:assert/strict';
import test from 'node:test';
import { type CheerioAPI, load } from 'cheerio';
import { createAppAlone } from '../support/app/create-app-alone.ts';
import { routesOf } from '../support/app/routes-of.ts';
import { allServiceScopes, startApp } from '../support/app/start-app.ts';
import { findStrayRedirects } from '../support/app/stray-redirects.ts';
import { logIn, visitor } from '../support/app/visitor.ts';
import { isProof } from '../support/machine/rounds.ts';

const settings = { SERVICE_SCOPES: allServiceScopes };
const routes = routesOf(createAppAlone({ settings }).app);
const paths = [...new Set(routes.map(({ path }) => path)), '/nowhere'];
const parameters = [
  'return_to',
  'returnTo',
  'return',
  'ReturnUrl',
  'next',
  'redirect',
  'redirect_to',
  'redirect_uri',
  'url',
  'to',
  'continue',
  'goto',
  'target',
  'dest',
  'RelayState',
  'post_logout_redirect_uri',
  'referer',
  'back',
  'path',
];
/**
 * Each of these targets passes a different incomplete check: no check at all, a check for a leading
 * slash, a check for exactly one leading slash, or a check for a different host.
 */
const worstTargets = [
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  'javascript:alert(1)',
];
const targets = [
  ...worstTargets,
  '\\\\evil.example/',
  'https:evil.example',
  '/.//evil.example/',
  '/%2F/evil.example/',
  '/\t/evil.example/',
  'https://localhost@evil.example/',
];

test('P68 no parameter, form or header causes a redirect or a link to another site', async (t) => {
  const app = await startApp(t, { settings });
  const [nobody, robin] = [visitor(), visitor()];
  const ends = await logIn(robin, `${app.url}/login?${inAllParameters('https://evil.example/')}`, {
    as: 'robin',
  });
  assert.equal(ends.url.origin, app.url);

  for (const target of targets) {
    const headers = {
      referer: 'https://evil.example/',
      'x-forwarded-host': 'evil.example',
      host: 'evil.example',
    };
    const query = inAllParameters(target);
    await nobody.request(`${app.url}/profile?${query}`, { headers });
    const visitors = isProof || worstTargets.includes(target) ? [nobody, robin] : [nobody];
    // Without `redirected=1`, the forged Host header would redirect every request to PUBLIC_URL.
    for (const path of paths) {
      for (const who of visitors)
        await who.request(`${app.url}${path}?${query}&redirected=1`, { headers });
    }
    const profile = await robin.open(`${app.url}/profile`);
    const form = inAllParameters(target);
    form.set('form_token', String(profile.$('input[name=form_token]').val()));
    const post = { method: 'POST', form, headers: { ...headers, 'sec-fetch-site': 'same-origin' } };
    const loggedOut = await robin.request(`${app.url}/logout?${inAllParameters(target)}`, post);
    assert.equal(loggedOut.headers.get('location'), '/logged-out');
    await robin.open(`${app.url}/profile`);
  }

  const heard = app.heard();
  assert.deepEqual(findStrayRedirects(heard), []);
  const ours = heard.exchanges.filter(({ server }) => server === heard.app);
  for (const usual of [200, 303])
    assert.ok(ours.filter(({ status }) => status === usual).length > paths.length);
  // Parsing is slow, and many responses are the same, so each distinct response is parsed once.
  const responses = new Map(ours.map(({ address, answered }) => [answered.body, address]));
  const known = [app.url, app.sandbox.url, 'mailto:'];
  for (const [body, address] of responses) {
    const $ = load(body);
    const strange = targetsOfLinks($, app.url).filter((target) => !known.includes(target));
    assert.deepEqual(strange, [], address);
    assert.equal($('meta[http-equiv]').length, 0, address);
  }
});

function targetsOfLinks($: CheerioAPI, page: string): string[] {
  return $('[href], [src], form')
    .toArray()
    .map((element) => {
      const { href, src, action } = element.attribs;
      const { origin, protocol } = new URL(href ?? src ?? action ?? '', page);
      return origin === 'null' ? protocol : origin;
    });
}

test('P68 a link that leaves this site says where it leads', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  const home = await robin.open(app.url);
  const denied = await robin.press(
    await robin.press(await robin.open(`${app.url}/profile`), 'robin'),
    'Deny',
  );
  for (const page of [home, denied]) {
    assert.equal(page.$('main a.button').text(), 'Log in with Testcon');
  }
});

test('P68 a wrong redirect is found', async (t) => {
  const { exchanges, ...heard } = (await startApp(t)).heard();
  const redirect = (status: number, location: string) => {
    const answered = { headers: { location }, body: '' };
    return {
      server: heard.app,
      method: 'GET',
      address: '/profile',
      status,
      asked: { headers: {}, body: '' },
      answered,
    };
  };
  for (const [status, location, isStray] of [
    [303, '/login?return_to=%2Fprofile', false],
    [302, '/login?return_to=%2Fprofile', true],
    [307, '/', true],
    [303, '//evil.example/', true],
    [303, '/\\evil.example/', true],
    [303, 'https://evil.example/oauth/authorize', true],
    [303, `${heard.settings[0]?.CONVENTION_URL}/oauth/authorize?client_id=lanyard`, false],
    [303, `${heard.settings[0]?.CONVENTION_URL}/oauth/logout`, true],
  ] as const) {
    const found = findStrayRedirects({ ...heard, exchanges: [redirect(status, location)] });
    assert.equal(found.length, isStray ? 1 : 0, `${status} ${location}`);
  }
  for (const [refresh, isStray] of [
    ['0; url=/login?return_to=%2Fprofile', false],
    ['0; url=//evil.example/', true],
    ['0; url=/\\evil.example/', true],
    ['0; url=https://evil.example/', true],
    ['5; url=/login', true],
    ['0', true],
  ] as const) {
    const { answered, ...others } = redirect(200, '');
    const page = { ...others, answered: { ...answered, headers: { refresh } } };
    const found = findStrayRedirects({ ...heard, exchanges: [page] });
    assert.equal(found.length, isStray ? 1 : 0, refresh);
  }
});

function inAllParameters(target: string): URLSearchParams {
  return new URLSearchParams(Object.fromEntries(parameters.map((name) => [name, target])));
}
