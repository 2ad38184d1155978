// A log-out everywhere, by itself: whose sessions it ends, and when it ends none.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Request, Response } from 'express';
import { createLogOutEverywhere } from '../../../src/login/optional/log-out-everywhere.ts';

/** Logs out everywhere. Returns what was ended, in its order. */
async function ended(state: object, replacedPerson?: readonly string[]): Promise<string[]> {
  const done: string[] = [];
  const logOutEverywhere = createLogOutEverywhere({
    endAll: {
      async endAllOf(userId: string) {
        done.push(`all of ${userId}`);
        return ['hash'];
      },
      async endAllOfReplaced() {
        done.push('all of who was replaced');
        return replacedPerson;
      },
    },
    logOut: async () => void done.push('this browser'),
  } as unknown as Parameters<typeof createLogOutEverywhere>[0]);
  const req = { sessionID: 'the id', ...state } as Request;
  await logOutEverywhere(req, {} as Response).catch(({ problem }) => done.push(problem));
  return done;
}

test('all sessions of the attendee end, and then this one', async () => {
  const session = { attendee: { userId: '7' } };
  assert.deepEqual(await ended({ session }), ['all of 7', 'this browser']);
});

test('without an attendee, those of the person end whose session was replaced, or nothing is saved', async () => {
  const replaced = 'all of who was replaced';
  assert.deepEqual(await ended({ session: {} }, ['hash']), [replaced, 'this browser']);
  assert.deepEqual(await ended({ session: {} }), [replaced, 'nothing-saved']);
});

test('while sessions cannot be read, nothing is ended: it is unknown whose it is', async () => {
  const sessionFailure = { problem: 'service-unavailable' };
  assert.deepEqual(await ended({ sessionFailure }, ['hash']), ['service-unavailable']);
});
