// A login that is narrowed: only to a token of the same person, and no longer than before.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Request } from 'express';
import type { Attendee } from '../../../src/login/attendee.ts';
import { LoginError } from '../../../src/login/login-error.ts';
import { createNarrow } from '../../../src/login/sessions/narrow.ts';

const request = { scopes: ['pii:basic'], since: 1, endsAt: 2000, pending: { beganAt: 5 } };
const narrower = { accessToken: 'narrow', expiresAt: 3000, grantedScopes: ['pii:basic'] };

/** Narrows a login. Returns what came of it, with the login that was stored and the warnings. */
async function narrowed({
  attendee = { userId: '7', refreshToken: 'r' } as object | null,
  answer = async (): Promise<object | undefined> => narrower,
  person = '7' as unknown,
  store = async () => {},
} = {}) {
  const stored: { attendee: Attendee; pending: object }[] = [];
  const warnings: string[] = [];
  const narrow = createNarrow({
    oauth: { narrow: answer },
    whoIs: async () => ({ id: person }),
    startSession: async (_req: unknown, login: (typeof stored)[number]) => {
      await store();
      stored.push(login);
    },
    warn: (message: string) => warnings.push(message),
  } as unknown as Parameters<typeof createNarrow>[0]);
  const req = { ...(attendee && { attendee }) } as Request;
  const isNarrow = await narrow(req, request);
  return { isNarrow, req, stored, warnings };
}

test('a login without a refresh token, and nobody, are not narrowed, and nothing is asked', async () => {
  const answer = () => assert.fail('asked');
  for (const attendee of [{ userId: '7' }, null]) {
    const { isNarrow, stored, warnings } = await narrowed({ attendee, answer });
    assert.deepEqual([isNarrow, stored, warnings], [false, [], []]);
  }
});

test('the narrower token takes the place of the login, which ends when it would have ended', async () => {
  const attendee = { userId: '7', refreshToken: 'r', name: 'Robin', accessToken: 'wide' };
  for (const [expiresAt, end] of [
    [3000, 2000],
    [1500, 1500],
  ] as const) {
    const answer = async () => ({ ...narrower, expiresAt });
    const { isNarrow, req, stored } = await narrowed({ attendee, answer, person: 7 });
    const after = { userId: '7', name: 'Robin', ...narrower, expiresAt: end, since: 1 };
    assert.equal(isNarrow, true);
    assert.deepEqual(req.attendee, after);
    assert.deepEqual(stored, [
      { attendee: after, pending: { returnTo: '/', beganAt: 5, scopes: ['pii:basic'] } },
    ]);
  }
});

test('an answer that names no scopes, is of somebody else or fails narrows nothing, and it is said why', async () => {
  const cases: [string, Parameters<typeof narrowed>[0]][] = [
    ['it did not name the scopes that remain', { answer: async () => undefined }],
    ['the new token is of somebody else', { person: '8' }],
    [
      'status 503',
      { answer: () => Promise.reject(new LoginError('login-unavailable', { status: 503 })) },
    ],
    ['it failed', { answer: () => Promise.reject(new Error('CANARY')) }],
  ];
  for (const [why, options] of cases) {
    const { isNarrow, stored, warnings } = await narrowed(options);
    assert.deepEqual([isNarrow, stored], [false, []], why);
    const warning = `the convention did not narrow a login (${why}): the attendee is logged out instead`;
    assert.deepEqual(warnings, [warning]);
  }
});

test('if the new session cannot be stored, that is an error', async () => {
  const store = () => Promise.reject(new LoginError('service-unavailable'));
  await assert.rejects(narrowed({ store }), { problem: 'service-unavailable' });
});
