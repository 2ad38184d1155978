import assert from 'node:assert/strict';
import test from 'node:test';
import type { Request } from 'express';
import { type Attendee, attendeeOf } from '../../src/login/attendee.ts';

test('a page without its required attendee asks to log in', () => {
  const attendee = { userId: '7' } as Attendee;
  assert.equal(attendeeOf({ attendee } as Request), attendee);
  assert.throws(() => attendeeOf({} as Request), { problem: 'login-needed' });
});
