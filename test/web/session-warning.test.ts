import assert from 'node:assert/strict';
import test from 'node:test';
import { sessionLimits } from '../../src/login/login.ts';
import { sessionEnd } from '../../src/web/session-warning.ts';
import { words } from '../support/app/english.ts';

const login = Date.parse('2027-07-02T06:00:00Z');

function endAt(time: string) {
  const now = Date.parse(`2027-07-02T${time}Z`);
  const options = { startedAt: login, limits: sessionLimits, timeZone: 'Europe/Berlin' };
  return sessionEnd({ ...options, now, words });
}

test('a login ends 29 minutes after a page, because a session may have been extended a minute before', () => {
  assert.deepEqual(endAt('10:00:30'), {
    left: 29 * 60,
    over: 30 * 60,
    text: 'You’ll be logged out at 12:29',
    canExtend: true,
  });
});

test('it ends after 12 hours, and in the last 29 minutes no request extends it', () => {
  assert.deepEqual(endAt('17:30:59'), {
    left: 29 * 60,
    over: 29 * 60 + 1,
    text: 'You’ll be logged out at 19:59',
    canExtend: true,
  });
  assert.deepEqual(endAt('17:31:00'), {
    left: 29 * 60,
    over: 29 * 60,
    text: 'You’ll be logged out at 20:00',
    canExtend: false,
  });
  assert.equal(endAt('17:59:59').left, 1);
  assert.equal(endAt('18:00:30').left, 0);
});

test('an end after midnight at the convention has its day', () => {
  const endIn = (timeZone: string, now: string) => {
    const moment = Date.parse(now);
    return sessionEnd({ startedAt: moment, limits: sessionLimits, timeZone, now: moment, words });
  };
  for (const [timeZone, now, end] of [
    ['Europe/Berlin', '2027-07-02T21:30:59Z', '23:59'],
    ['Europe/Berlin', '2027-07-02T21:31:00Z', '00:00 (July 3)'],
    ['America/Los_Angeles', '2027-07-02T21:31:00Z', '15:00'],
    ['Pacific/Auckland', '2027-12-31T10:59:00Z', '00:28 (January 1)'],
  ] as const)
    assert.equal(endIn(timeZone, now).text, `You’ll be logged out at ${end}`);
});
