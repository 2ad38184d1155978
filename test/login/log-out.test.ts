// What a log-out does to a request, whatever state its session is in.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import test from 'node:test';
import type { Request, Response } from 'express';
import { createCookies } from '../../src/login/browser/cookies.ts';
import { createLogOut } from '../../src/login/log-out.ts';
import type { Sessions } from '../../src/login/sessions/sessions.ts';

/** Logs out, and returns in their order the cookies, sessions and people that it ended. */
async function ended(state: object, cookie = ''): Promise<string[]> {
  const done: string[] = [];
  const end = async (key: string) => {
    done.push('session');
    return [key];
  };
  const logOut = createLogOut({
    sessions: { end } as Partial<Sessions> as Sessions,
    cookies: createCookies(new URL('https://a.example'), [{ id: 'k1', key: randomBytes(32) }]),
    sessionCookie: '__Host-session',
    hooks: [{ afterEnd: async ({ userId }) => void done.push(userId) }],
  });
  const req = { headers: { cookie }, sessionID: 'the id', ...state };
  const res = { clearCookie: (name: string) => void done.push(name) };
  await logOut(req as Request, res as unknown as Response);
  return done;
}

const destroy = (callback: () => void) => callback();

test('where nobody is logged in and there is no cookie, a log-out ends nothing', async () => {
  assert.deepEqual(await ended({ session: { destroy } }), []);
});

test('a cookie alone is cleared, and a session that never began is not ended', async () => {
  assert.deepEqual(await ended({ session: { destroy } }, '__Host-session=s'), ['__Host-session']);
});

test('of a login the cookie is cleared, the session ends, and then each part learns of it', async () => {
  const session = { destroy, attendee: { userId: '7' } };
  assert.deepEqual(await ended({ session }), ['__Host-session', 'session', '7']);
});

test('a session that was replaced is ended with what replaced it, and an old one too', async () => {
  for (const state of [{ hasEnded: 'replaced' }, { startedAt: 1 }])
    assert.deepEqual(await ended({ session: { destroy, ...state } }, '__Host-session=s'), [
      '__Host-session',
      'session',
    ]);
});

test('while sessions cannot be read the cookie is cleared all the same, and it is said', async () => {
  const failed = ended({ sessionFailure: new Error('away') });
  await assert.rejects(failed, { problem: 'logged-out-here' });
});
