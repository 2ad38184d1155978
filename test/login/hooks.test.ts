// What a host and its hooks may do during a login, and what is left when a hook refuses it.
import assert from 'node:assert/strict';
import test from 'node:test';
import { createCookies, LoginError, type LoginHooks } from '../../src/login/login.ts';
import { loopBreaker } from '../../src/login/optional/loop-breaker.ts';
import { encryptionKeys, startLoginHost } from '../support/login-host.ts';
import { logIn, visitor } from '../support/visitor.ts';

declare module '../../src/login/login.ts' {
  interface LoginRequest {
    wish?: string;
  }
}

test('P10 a login that a part refuses at its last point leaves no session, and no cookie of any other part', async (t) => {
  const url = await startLoginHost(t, {
    options: (_login, publicUrl) => ({
      hooks: [
        loopBreaker({ cookies: createCookies(publicUrl, encryptionKeys) }),
        {
          async afterStoring() {
            throw new LoginError('login-again');
          },
        },
      ],
    }),
  });
  const robin = visitor();
  const page = await logIn(robin, url, { as: 'robin' });
  assert.deepEqual([page.status, page.html], [400, '<p>login-again</p>']);
  assert.deepEqual([...robin.cookies(url.origin).keys()], []);
});

test('a part keeps what it declares until the browser is back, and is asked where to lead who is logged in already', async (t) => {
  const wishes: (string | undefined)[] = [];
  const part: LoginHooks = {
    beforeLeaving(_req, _res, request) {
      request.wish = 'towel';
    },
    insteadOfLeaving(request) {
      request.returnTo = `/?wish=${request.wish}`;
    },
    afterReturn(_req, { wish }) {
      wishes.push(wish);
    },
  };
  const url = await startLoginHost(t, { options: () => ({ hooks: [part] }) });
  const robin = visitor();
  await logIn(robin, url, { as: 'robin' });
  assert.deepEqual(wishes, ['towel']);
  const again = await robin.request(`${url.origin}/login`);
  assert.equal(again.headers.get('location'), '/?wish=towel');
  assert.deepEqual(wishes, ['towel'], 'the browser did not leave');
});

test('the app may wait while it answers a login: it knows who has logged in, and its error reaches the error handler', async (t) => {
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

test('P24 an app that logs somebody out at the end of their first login has logged them out', async (t) => {
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
  assert.deepEqual(left, [`login-${url.port}.out`]);
});

test('a convention that does not say who it is logs nobody in', async (t) => {
  for (const id of [undefined, null, '']) {
    const url = await startLoginHost(t, {
      options: () => ({ whoIs: async () => ({ id }) as never }),
    });
    const page = await logIn(visitor(), url, { as: 'robin' });
    assert.deepEqual([page.status, page.html], [502, '<p>login-unavailable</p>'], String(id));
  }
});
