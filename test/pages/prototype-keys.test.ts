// P71: the keys `__proto__`, `constructor` and `prototype` in responses, queries, forms and cookies
// have no special effect.
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import test, { type TestContext } from 'node:test';
import { callsOfPages } from '../support/app/calls-of-pages.ts';
import { calls, type ScriptedApp, startScriptedApp } from '../support/app/scripted-app.ts';
import { visitor } from '../support/app/visitor.ts';
import { validResponses } from '../support/platform/valid-responses.ts';

/**
 * A page would show these values if it used this object as a record or read inherited properties.
 */
const poison = {
  ...{
    polluted: true,
    id: '99',
    username: 'POLLUTED',
    preferredName: 'POLLUTED',
    badgeName: 'POLLUTED',
    status: 'paid',
  },
  ...{
    name: 'POLLUTED',
    value: 'POLLUTED',
    scope: 'global',
    data: [],
    nextPage: 'POLLUTED',
    hasMore: true,
  },
};

test('P71 in responses from the platform they change no page', async (t) => {
  const app = await startScriptedApp(t, validResponses);
  checkPrototypesAfter(t);
  for (const [path, ...used] of callsOfPages) {
    const sound = await textOf(app, path);
    for (const call of used) {
      const text = JSON.stringify(withPrototypeKeys(validResponses[call]));
      assert.match(
        text,
        /"__proto__":\{"polluted":true.*"constructor":\{"prototype":\{"polluted":true/,
      );
      for (const written of [text, text.replaceAll('"__proto__"', '"\\u005f_proto_\\u005F"')]) {
        app.answers[call] = (response: ServerResponse) => response.end(written);
        assert.equal(await textOf(app, path), sound, `${call} on ${path}`);
      }
      app.answers[call] = validResponses[call];
    }
  }
  assert.doesNotMatch(app.logLines.join(''), /POLLUTED/);
});

test('P71 in errors and token responses from the platform they also change nothing', async (t) => {
  const app = await startScriptedApp(t, validResponses);
  checkPrototypesAfter(t);
  const poisoned = (response: ServerResponse, reply: object, status: number) =>
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify(withPrototypeKeys(reply)));
  for (const [kind, status, expected] of [
    ['access', 403, 403],
    ['server', 500, 502],
    ['unknown', 400, 502],
    ['authentication', 401, 303],
  ] as const) {
    app.answers[calls.user] = (response: ServerResponse) =>
      poisoned(response, { errors: { [kind]: {} } }, status);
    assert.equal((await app.attendee.request(`${app.url}/profile`)).status, expected, kind);
  }
  app.answers[calls.user] = validResponses[calls.user];
  const token = { access_token: 'another-token', token_type: 'bearer', expires_in: 3600 };
  app.answers[calls.token] = (response: ServerResponse) => poisoned(response, token, 200);
  assert.equal((await visitor().open(`${app.url}/profile`)).status, 200);
});

const keys = [
  '__proto__',
  'constructor',
  'prototype',
  'constructor[prototype]',
  'constructor.prototype',
  '__proto__.__proto__',
];
const fields: [name: string, value: string][] = keys.flatMap((key) => [
  [key, 'POLLUTED'],
  [`${key}[polluted]`, '1'],
  [`${key}[form_token]`, '1'],
  [`return_to[${key}]`, '/profile'],
]);

test('P71 in queries and cookies they change no page', async (t) => {
  const app = await startScriptedApp(t, validResponses);
  checkPrototypesAfter(t);
  const query = new URLSearchParams(fields);
  const cookies = app.attendee.cookies(app.url);
  const paths = [...callsOfPages.map(([path]) => path), '/logged-out', '/login/expired'];
  for (const path of paths) {
    const plain = await textOf(app, path);
    assert.equal(await textOf(app, `${path}?${query}`), plain, `queries of ${path}`);
    for (const key of keys.slice(0, 3)) cookies.set(key, 'POLLUTED');
    assert.equal(await textOf(app, path), plain, `cookies of ${path}`);
    for (const key of keys.slice(0, 3)) cookies.delete(key);
  }
  const login = await visitor().request(`${app.url}/login?${query}`);
  assert.equal(login.status, 303);
  const callback = `${app.url}/login/callback?cookies=set&${query}`;
  assert.equal((await visitor().request(callback)).status, 400);
});

test('P71 in forms they are not a field: a log-out needs its real form token', async (t) => {
  const app = await startScriptedApp(t, validResponses);
  checkPrototypesAfter(t);
  const post = (body: URLSearchParams) =>
    app.attendee.request(`${app.url}/logout`, {
      method: 'POST',
      form: body,
      headers: { 'sec-fetch-site': 'same-origin' },
    });
  const page = await app.open('/profile');
  const token = String(page.$('input[name=form_token]').val());
  const misplacedToken: typeof fields = fields.map(([name, value]) => [
    name,
    name.includes('form_token') ? token : value,
  ]);
  assert.equal((await post(new URLSearchParams(misplacedToken))).status, 403);
  assert.equal((await app.open('/profile')).status, 200, 'still logged in');
  assert.equal((await post(new URLSearchParams([...fields, ['form_token', token]]))).status, 303);
});

/**
 * Copies a value and adds `__proto__`, `constructor` and `prototype` to every object. The field
 * `value` of an option may contain any JSON, which pages show. So it gets only `__proto__`, which
 * `parseJson` drops.
 */
function withPrototypeKeys(value: unknown, isAnyValue = false): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => withPrototypeKeys(item, isAnyValue));
  const copy = Object.entries(value).map(
    ([key, inner]) => [key, withPrototypeKeys(inner, key === 'value')] as const,
  );
  const added = isAnyValue
    ? []
    : ([
        ['constructor', { prototype: poison }],
        ['prototype', poison],
      ] as const);
  // `fromEntries` creates own properties, as `JSON.parse` does. An assignment to `__proto__` would
  // not.
  return Object.fromEntries([['__proto__', poison], ...added, ...copy]);
}

async function textOf(app: ScriptedApp, path: string): Promise<string> {
  const { status, $ } = await app.open(path);
  return `${status} ${$('body')
    .text()
    .replace(/Checked \d\d:\d\d/, '')}`;
}

function checkPrototypesAfter(t: TestContext): void {
  const everything = () =>
    [Object, Array, String, Function, Map].flatMap(({ prototype }) =>
      Reflect.ownKeys(prototype).flatMap((key) => {
        const { value, get, set } = Object.getOwnPropertyDescriptor(prototype, key) ?? {};
        return [key, value, get, set];
      }),
    );
  const before = everything();
  t.after(() => {
    const after = everything();
    assert.ok(
      after.length === before.length && after.every((one, index) => Object.is(one, before[index])),
    );
    assert.ok(!('polluted' in {}));
  });
}
