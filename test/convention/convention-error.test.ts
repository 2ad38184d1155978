import assert from 'node:assert/strict';
import test from 'node:test';
import {
  ConventionError,
  type ConventionErrorKind,
} from '../../src/convention/convention-error.ts';
import { causeWithCode } from '../../src/log/causes.ts';

const statuses: Record<ConventionErrorKind, number> = {
  'login-needed': 401,
  'not-permitted': 403,
  'not-found': 502,
  busy: 503,
  unavailable: 502,
  'credential-refused': 502,
  'invalid-answer': 502,
  conflict: 502,
};

for (const [kind, status] of Object.entries(statuses)) {
  test(`an error of the kind ${kind} has the status ${status}, and the log explains its code`, () => {
    const error = new ConventionError(kind as ConventionErrorKind, 'Read: failed');
    assert.equal(error.status, status);
    assert.ok(causeWithCode(error.code), error.code);
  });
}
