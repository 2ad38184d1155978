import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from 'cheerio';
import { sandboxFor, visitorOf } from '../visitor.ts';

test('the sandbox’s URL is a page: what it is, who can log in, and where to go on', async (t) => {
  const sandbox = await sandboxFor(t, { attendees: 3 });
  const { response, page } = await visitorOf(sandbox).open('/');
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-type') ?? '', /^text\/html/);
  const $ = load(page);
  assert.match($('main').text(), /simulates the registration platform .*\sThere are no passwords/s);
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

test('every link in the sandbox leads to a page of it', async (t) => {
  const sandbox = await sandboxFor(t);
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
