import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import test from 'node:test';
import type { Request, Response } from 'express';
import { createCookies } from '../../src/login/browser/cookies.ts';
import { createLogOutCookie } from '../../src/login/browser/log-out-cookie.ts';
import { createLoopBreaker } from '../../src/login/browser/lost-cookies.ts';
import { createEndSession, createLogOut, createLogOutEverywhere } from '../../src/login/log-out.ts';
import { createPendingLogins } from '../../src/login/pending-login.ts';
import { createSessionLife } from '../../src/login/sessions/session-life.ts';
import type { Sessions } from '../../src/login/sessions/sessions.ts';
import { sessionKey } from '../../src/login/store/key-names.ts';
import { createMemoryKeys } from '../../src/login/store/memory-keys.ts';

const publicUrl = new URL('https://a.example');
const sessionCookie = '__Host-session';
const keys = createMemoryKeys();
const encryptionKeys = [{ id: 'k1', key: randomBytes(32) }] as const;
const cookies = createCookies(publicUrl, encryptionKeys);

async function ended(state: object, cookie = ''): Promise<string[]> {
  const done: string[] = [];
  const endMarks = {
    async end(key: string) {
      done.push('session');
      return [key];
    },
  };
  const removeFromSet = async () => void done.push('its entry');
  const sessions = { keys: { ...keys, removeFromSet }, endMarks } as object as Sessions;
  const sessionLife = createSessionLife({ sessions, encryptionKeys });
  const logOut = createLogOut({
    endSession: createEndSession({ sessionLife, cookies, sessionCookie }),
    sessionCookie,
    pendingLogins: createPendingLogins({ cookies, cookieName: 'login', keys, now: Date.now }),
    logOutCookie: createLogOutCookie({ cookies, loginCookie: 'login', publicUrl, isOn: false }),
    loopBreaker: createLoopBreaker(cookies),
  });
  const req = { headers: { cookie }, sessionID: 'the id', ...state };
  const res = { clearCookie: (name: string) => void done.push(name) };
  await logOut(req as Request, res as unknown as Response);
  return done;
}

const withDestroy = (fields: object) =>
  Object.assign(Object.create({ destroy: (callback: () => void) => callback() }), fields);

test('without a login and without a cookie, a log-out ends nothing', async () => {
  assert.deepEqual(await ended({ session: withDestroy({}) }), []);
});

test('a cookie alone is cleared, and a session that never began is not ended', async () => {
  assert.deepEqual(await ended({ session: withDestroy({}) }, '__Host-session=s'), [sessionCookie]);
});

test('the login’s cookie is cleared, the session ends, and then it leaves the person’s list', async () => {
  const session = withDestroy({ attendee: { userId: '7' } });
  assert.deepEqual(await ended({ session }), [sessionCookie, 'session', 'its entry']);
});

test('a session that was replaced is ended with its replacement, as is an old one', async () => {
  for (const state of [{ notLive: 'replaced' }, { startedAt: 1 }])
    assert.deepEqual(await ended({ session: withDestroy(state) }, '__Host-session=s'), [
      sessionCookie,
      'session',
    ]);
});

test('while sessions cannot be read the cookie is still cleared, and the page says so', async () => {
  const failed = ended({ sessionFailure: new Error('away') });
  await assert.rejects(failed, { problem: 'logged-out-here' });
});

async function endedEverywhere(
  state: object,
  replacedPerson?: readonly string[],
): Promise<string[]> {
  const done: string[] = [];
  const logOutEverywhere = createLogOutEverywhere({
    sessionLife: {
      async endAll(userId: string, askedBy?: string) {
        done.push(`all of ${userId}`);
        assert.equal(askedBy, sessionKey('the id'));
        return ['hash'];
      },
      async endAllOfPast() {
        done.push('all of the replaced session');
        return replacedPerson;
      },
    },
    logOut: async () => void done.push('this browser'),
    logOutCookie: { setEverywhere: () => {}, wasEverywhere: () => false },
  });
  const req = { sessionID: 'the id', ...state } as Request;
  await logOutEverywhere(req, {} as Response).catch(({ problem }) => done.push(problem));
  return done;
}

test('all sessions of the attendee end, and then this one', async () => {
  const session = { attendee: { userId: '7' } };
  assert.deepEqual(await endedEverywhere({ session }), ['all of 7', 'this browser']);
});

test('without an attendee, sessions of the person whose session was replaced end, or nothing is saved', async () => {
  const replaced = 'all of the replaced session';
  assert.deepEqual(await endedEverywhere({ session: {} }, ['hash']), [replaced, 'this browser']);
  assert.deepEqual(await endedEverywhere({ session: {} }), [replaced, 'nothing-saved']);
});

test('while sessions cannot be read, nothing is ended, because the person is unknown', async () => {
  const sessionFailure = { problem: 'service-unavailable' };
  assert.deepEqual(await endedEverywhere({ sessionFailure }, ['hash']), ['service-unavailable']);
});
