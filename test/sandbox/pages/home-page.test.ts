import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from 'cheerio';
import { bothModes, sandboxFor, submit, visitorOf } from '../visitor.ts';

for (const mode of bothModes)
  test(`the sandbox’s URL is a page: what it is, who can log in, and where to go on (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, { ...mode, attendees: 3 });
    const { response, page } = await visitorOf(sandbox).open('/');
    assert.equal(response.status, 200);
    assert.match(response.headers.get('content-type') ?? '', /^text\/html/);
    const $ = load(page);
    assert.match(
      $('main').text(),
      /simulates the registration platform .*\sThere are no passwords/s,
    );
    const people = $('.people dt').toArray();
    assert.deepEqual(people.map((name) => $(name).text()).slice(0, 4), [
      'robin',
      'sam',
      'mallory',
      'noa',
    ]);
    assert.match($('main').text(), /3 generated ones, from guest-1 to guest-3/);
    const links = $('main a').toArray();
    assert.deepEqual(
      links.map((link) => $(link).attr('href')),
      ['http://localhost:3999/', '/protocol'],
    );
  });

for (const mode of bothModes)
  test(`every link in the sandbox leads to a page of it (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, mode);
    for (const path of ['/', '/registration', '/protocol', '/oauth/logout']) {
      const visitor = visitorOf(sandbox);
      const { page } = await visitor.open(path);
      const $ = load(page);
      for (const link of $('a').toArray()) {
        const target = new URL($(link).attr('href') ?? '', sandbox.url);
        if (target.origin !== sandbox.url) continue;
        const { response } = await visitor.open(target);
        assert.equal(response.status, 200, target.pathname);
        assert.match(response.headers.get('content-type') ?? '', /^text\/html/, target.pathname);
      }
    }
  });

test('the page says in which mode the sandbox is, and switches it', async (t) => {
  const sandbox = await sandboxFor(t);
  const visitor = visitorOf(sandbox);
  for (const mode of ['tolerant', 'strict', 'tolerant']) {
    assert.equal(sandbox.mode.strict, mode === 'strict');
    const { page } = await visitor.open('/');
    assert.ok(load(page)('main').text().includes(`The sandbox is in ${mode} mode`));
    const other = mode === 'strict' ? 'tolerant' : 'strict';
    const $button = load(page)('form[action="/mode"] button');
    assert.equal($button.text(), `Switch to ${other} mode`);
    const fields: [string, string][] = [['mode', String($button.attr('value'))]];
    assert.equal((await submit(visitor, { page, fields })).response.status, 200);
  }
  const { response } = await visitor.open('/mode', new URLSearchParams({ mode: 'lax' }));
  assert.equal(response.status, 400);
});
