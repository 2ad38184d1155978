import assert from 'node:assert/strict';
import test from 'node:test';
import { LoginError, type LoginHooks, type LoginOutcome } from '../../src/login/login.ts';
import { startLoginHost } from '../support/app/login-host.ts';
import { logIn, visitor } from '../support/app/visitor.ts';

declare module '../../src/login/login.ts' {
  interface LoginRequest {
    wish?: string;
  }
}

test('P15 a login that the host refuses at its last point leaves no session, and no cookie', async (t) => {
  const url = await startLoginHost(t, {
    options: () => ({
      hooks: {
        async afterLogin() {
          throw new LoginError('login-again');
        },
      },
    }),
  });
  const robin = visitor();
  const page = await logIn(robin, url, { as: 'robin' });
  assert.deepEqual([page.status, page.html], [400, '<p>login-again</p>']);
  assert.deepEqual([...robin.cookies(url.origin).keys()], []);
});

test('a host keeps its declared values until the browser is back, and redirects somebody who is logged in already', async (t) => {
  const wishes: (string | undefined)[] = [];
  const hooks: LoginHooks = {
    beforeLogin(req, _res, request) {
      request.wish = 'towel';
      if (req.attendee) request.returnTo = `/?wish=${request.wish}`;
    },
    async afterLogin(_req, _res, { request }) {
      wishes.push(request.wish);
    },
  };
  const url = await startLoginHost(t, { options: () => ({ hooks }) });
  const robin = visitor();
  await logIn(robin, url, { as: 'robin' });
  assert.deepEqual(wishes, ['towel']);
  const again = await robin.request(`${url.origin}/login`);
  assert.equal(again.headers.get('location'), '/?wish=towel');
  assert.deepEqual(wishes, ['towel'], 'a visitor who is logged in does not leave this site');
});

test('P50 a login asks again only for scopes that the host allows, and no session has the wider token', async (t) => {
  const granted: (readonly string[])[] = [];
  const outcomes: LoginOutcome[] = [];
  const url = await startLoginHost(t, {
    options: () => ({
      scopes: ['pii:basic', 'pii:email'],
      hooks: {
        allowedScopes: async ({ attendee }) =>
          attendee.grantedScopes.filter((scope) => scope !== 'pii:email'),
        async afterLogin(_req, _res, { attendee }) {
          granted.push(attendee.grantedScopes);
        },
      },
      finish(_req, res, outcome) {
        outcomes.push(outcome);
        res.redirect(303, outcome.returnTo);
      },
    }),
  });
  assert.equal((await logIn(visitor(), url, { as: 'robin' })).html, '<p>attendee 1</p>');
  assert.deepEqual(granted, [['pii:basic']]);
  assert.deepEqual(
    outcomes.map(({ result }) => result),
    ['logged-in'],
  );
});

test('the app may wait while it responds to a login: it knows who has logged in, and its error reaches the error handler', async (t) => {
  const attendeeIds: unknown[] = [];
  const url = await startLoginHost(t, {
    options: () => ({
      async finish(req, res, { returnTo }) {
        await new Promise((resolve) => setTimeout(resolve, 1));
        attendeeIds.push(req.attendee?.userId);
        if (attendeeIds.length === 1) throw new Error('the database is away');
        res.redirect(303, returnTo);
      },
    }),
  });
  const failed = await logIn(visitor(), url, { as: 'robin' });
  assert.deepEqual([failed.status, failed.html], [500, '<p>the database is away</p>']);
  const page = await logIn(visitor(), url, { as: 'robin' });
  assert.equal(page.html, '<p>attendee 1</p>');
  assert.deepEqual(attendeeIds, ['1', '1']);
});

test('P28 an app that logs somebody out at the end of their first login has logged them out', async (t) => {
  const url = await startLoginHost(t, {
    options: (login) => ({
      async finish(req, res) {
        await login().logOut(req, res);
        res.send('<p>banned</p>');
      },
    }),
  });
  const robin = visitor();
  assert.equal((await logIn(robin, url, { as: 'robin' })).html, '<p>banned</p>');
  const left = [...robin.cookies(url.origin).keys()];
  assert.deepEqual(
    left.filter((name) => !name.startsWith('round-trips')),
    [`login-${url.port}.out`],
  );
});

test('a convention that does not identify the person, or identifies everybody as the same one, logs nobody in', async (t) => {
  for (const id of [undefined, null, '', Number.NaN, 2 ** 53, 1.5, {}, true]) {
    const url = await startLoginHost(t, {
      options: () => ({ whoIs: async () => ({ id }) as never }),
    });
    const page = await logIn(visitor(), url, { as: 'robin' });
    assert.deepEqual([page.status, page.html], [502, '<p>login-unavailable</p>'], String(id));
  }
});

test('if the convention cannot say who logs in, the page has the status 503 or 504 of that failure, or else 502', async (t) => {
  for (const [status, expected] of [
    [503, 503],
    [504, 504],
    [500, 502],
    [undefined, 502],
  ] as const) {
    const failure = Object.assign(new Error('no answer'), { status });
    const url = await startLoginHost(t, {
      options: () => ({ whoIs: () => Promise.reject(failure) }),
    });
    const page = await logIn(visitor(), url, { as: 'robin' });
    assert.deepEqual([page.status, page.html], [expected, '<p>login-unavailable</p>']);
  }
});

test('an undefined option, as in JavaScript, has its default', async (t) => {
  const url = await startLoginHost(t, {
    options: () =>
      ({ finish: undefined, hooks: undefined, paths: { callback: undefined } }) as never,
  });
  assert.equal((await logIn(visitor(), url, { as: 'robin' })).html, '<p>attendee 1</p>');
});

test('an option that cannot work is rejected by its name, with the fix', async (t) => {
  const oauth = { clientId: 'a', clientSecret: 'b', issuer: 'http://c' };
  for (const [options, says] of [
    [{ returnOrigins: 'https://foxcon.example' }, /`returnOrigins` must be a list of origins/],
    [{ returnOrigins: ['https://foxcon.example/'] }, /`returnOrigins` must be a list of origins/],
    [{ scopes: 'pii:basic' }, /`scopes` must be a list/],
    [{ whoIs: undefined }, /`whoIs` must be a function/],
    [{ publicUrl: 'http://localhost:3000' }, /`publicUrl` must be a URL/],
    [{ oauth: { ...oauth, clientAuth: 'client_secret_basic' } }, /`oauth.clientAuth` must be/],
    [{ oauth: { ...oauth, pkce: 'off' } }, /`oauth.pkce` must be true or false/],
    [{ oauth: { ...oauth, pkce: false, clientSecret: '' } }, /`oauth.clientSecret` is missing/],
    [{ oauth: { ...oauth, endpoints: { token: 'http://c' } } }, /`oauth.endpoints` must be/],
    [{ paths: { home: '//evil.example' } }, /must begin with one slash/],
    [{ prefix: '/account/' }, /contain no double slash/],
    [{ hooks: [] }, /`hooks` must be one object/],
  ] as const)
    await assert.rejects(startLoginHost(t, { options: () => options as never }), says);
});

test('a host that changes the list of scopes of one login changes no other', async (t) => {
  const asked: number[] = [];
  const url = await startLoginHost(t, {
    options: () => ({
      hooks: {
        beforeLogin(_req, _res, request) {
          (request.scopes as string[]).push('pii:email');
          asked.push(request.scopes.length);
        },
      },
    }),
  });
  for (const who of [visitor(), visitor()]) await who.request(`${url.origin}/login`);
  assert.deepEqual(asked, [2, 2]);
});
