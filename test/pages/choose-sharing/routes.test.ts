import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from 'cheerio';
import { type RunningApp, startApp } from '../../support/app/start-app.ts';
import { logIn, type Visitor, visitor } from '../../support/app/visitor.ts';

const choiceCookie = (app: RunningApp, who: Visitor) =>
  who.cookies(app.url).get(`scopes-${new URL(app.url).port}`);
const scopesAskedBy = async (app: RunningApp, who: Visitor) =>
  new URL((await who.request(`${app.url}/login`)).headers.get('location') ?? '').searchParams.get(
    'scope',
  );
/** The form uses GET, so a browser puts the fields into the URL. */
const choose = async (app: RunningApp, who: Visitor, query: string, site = 'same-origin') =>
  who.request(`${app.url}/login/choose?${query}`, { headers: { 'sec-fetch-site': site } });

test('if nothing may be refused, no page offers a choice, and its URL redirects to the login', async (t) => {
  const app = await startApp(t, { settings: { OAUTH_SCOPES: 'pii:basic' } });
  const home = await visitor().open(app.url);
  assert.equal(home.$('a[href="/login/choose"]').length, 0);
  const page = await visitor().open(`${app.url}/login/choose`);
  assert.equal(page.$('main form, input[type=checkbox]').length, 0);
  assert.equal(page.$('main a.button').attr('href'), '/login');
});

test('the page says what is always requested and offers the rest, unticked, each with a reason', async (t) => {
  const app = await startApp(t, {
    settings: { OAUTH_SCOPES: 'pii:basic pii:phone pii:email con:read' },
  });
  const robin = visitor();
  const page = await robin.follow(
    await robin.open(app.url),
    'Choose what to share before you log in',
  );
  assert.equal(page.$('h1').text(), 'Choose what to share');
  assert.match(
    page.text,
    /always ask for Name and account Your name, date of birth, username.* Registration Lets us show/,
  );
  const boxes = page.$('input[type=checkbox]').toArray();
  assert.deepEqual(
    boxes.map((box) => [page.$(box).val(), page.$(box).is(':checked')]),
    [
      ['pii:email', false],
      ['pii:phone', false],
    ],
    'only scopes in the settings can be chosen',
  );
  for (const box of boxes)
    assert.ok(page.$(`#${page.$(box).attr('aria-describedby')}`).text().length > 20);
  const form = page.$('main form');
  assert.deepEqual([form.attr('method'), form.attr('action')], ['get', '/login/choose']);
  assert.deepEqual(
    [...robin.cookies(app.url)],
    [],
    'a visitor who only opens the page gets no cookie',
  );
});

test('the choice leads to the login at once, is stored in an unreadable cookie, and requested at the convention', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  const response = await choose(app, robin, 'chosen=1&scope=pii:phone&return_to=/profile');
  const html = await response.text();
  assert.equal(
    response.headers.get('refresh'),
    '0; url=/login?scope=pii%3Aphone&return_to=%2Fprofile',
  );
  const boxes = load(html)('fieldset[disabled] input');
  assert.deepEqual(boxes.filter('[checked]').val(), 'pii:phone');
  const goOn = load(html)('a.button[href="/login?scope=pii%3Aphone&return_to=%2Fprofile"]');
  assert.equal(goOn.text(), 'Continue to the Testcon registration site');
  const [cookie = ''] = response.headers.getSetCookie();
  assert.match(cookie, /^scopes-\d+=[\w-]+; Max-Age=15552000; .*HttpOnly; SameSite=Lax$/);
  assert.doesNotMatch(cookie, /pii|phone/);
  assert.equal(await scopesAskedBy(app, robin), 'pii:basic pii:phone');
  const again = await robin.open(`${app.url}/login/choose`);
  assert.equal(again.$('input:checked').val(), 'pii:phone', 'the form shows the earlier choice');

  const profile = await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  assert.match(profile.text, /Phone \+1 202 555 1001/);
  assert.ok(!profile.html.includes('robin@example.org'));
  const redirect = await choose(app, robin, 'chosen=1&scope=pii:email');
  assert.equal(
    redirect.headers.get('location'),
    '/sharing',
    'attendees who are logged in choose on the sharing page',
  );
});

test('with nothing ticked only pii:basic is requested', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  const response = await choose(app, robin, 'chosen=1');
  assert.equal(response.headers.get('refresh'), '0; url=/login');
  assert.equal(await scopesAskedBy(app, robin), 'pii:basic');
});

test('a link on another site chooses nothing for anybody, before or after they have chosen', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  for (const before of [undefined, 'chosen=1&scope=pii:email']) {
    if (before) await choose(app, robin, before);
    const cookie = choiceCookie(app, robin);
    for (const site of ['cross-site', 'same-site', 'none']) {
      const response = await choose(app, robin, 'chosen=1&scope=pii:phone&scope=pii:address', site);
      assert.deepEqual(response.headers.getSetCookie(), [], site);
      assert.match(await response.text(), /<h1>Choose what to share<\/h1>/);
      assert.equal(response.headers.get('refresh'), null, 'the page does not redirect');
    }
    assert.equal(choiceCookie(app, robin), cookie);
  }
  assert.equal(await scopesAskedBy(app, robin), 'pii:basic pii:email');
});

test('scopes that are not offered cannot be chosen, and no return path leads to another site', async (t) => {
  const app = await startApp(t, { settings: { OAUTH_SCOPES: 'pii:basic pii:email' } });
  const robin = visitor();
  await choose(
    app,
    robin,
    'chosen=1&scope=pii:phone&scope=admin:all&scope=__proto__&scope[]=pii:email',
  );
  assert.equal(await scopesAskedBy(app, robin), 'pii:basic');
  const hostile = '"><script>alert(1)</script>';
  const page = await robin.open(`${app.url}/login/choose?return_to=${encodeURIComponent(hostile)}`);
  assert.equal(page.$('script:not([src^="/assets/"])').length, 0);
  assert.equal(page.$('input[name=return_to]').val(), hostile);
  const evil = await choose(app, robin, 'chosen=1&return_to=https://evil.example');
  assert.equal(
    evil.headers.get('refresh'),
    '0; url=/login?return_to=https%3A%2F%2Fevil.example',
    'the login gets the return path and checks it',
  );
  const twice = await robin.open(`${app.url}/login/choose?return_to=/a&return_to=/b`);
  assert.equal(twice.$('input[name=return_to]').length, 0);
});

test('if nothing can be left out, no page links here and this one says so', async (t) => {
  const app = await startApp(t, { settings: { OAUTH_SCOPES: 'pii:basic con:read' } });
  const robin = visitor();
  for (const path of ['/', '/logged-out', '/login/expired']) {
    assert.ok(!(await robin.open(app.url + path)).text.includes('Choose what to share'), path);
  }
  const page = await robin.open(`${app.url}/login/choose`);
  assert.match(page.text, /There’s nothing else to choose/);
  assert.equal(page.$('main form').length, 0);
});
