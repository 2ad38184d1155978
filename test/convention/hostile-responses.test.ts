import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConventionError } from '../../src/convention/convention-error.ts';
import { rounds } from '../support/machine/rounds.ts';
import { seededRandom } from '../support/machine/seeded-random.ts';
import { startScriptedPlatform } from '../support/platform/scripted-platform.ts';
import { mutate } from './mutate.ts';
import { operations } from './operations.ts';

const mostCpuMilliseconds = 1000;
const userId = '7';
const grantedScopes = ['pii:basic', 'pii:address', 'pii:email', 'pii:phone'];

/** For these operations, an empty response means that the record does not exist. */
const hasNone = ['Get registration', 'Retrieve volunteer record'];

for (const { name, call, answer } of operations) {
  test(`${name}: a hostile answer is a clean result or a ConventionError`, async (t) => {
    const mutationsPerOperation = rounds(t, { short: 100, full: 2000, of: 'hostile answers' });
    let text = '';
    const { convention, service } = await startScriptedPlatform(t, (response) =>
      response.end(text),
    );
    const attendee = convention.onBehalfOf({ accessToken: 'token', grantedScopes, userId });
    const random = seededRandom(1);
    const counts = { read: 0, refused: 0 };
    for (let round = 0; round < mutationsPerOperation; round += 1) {
      const whole = JSON.stringify(mutate(answer, random)) ?? '';
      text = random() < 0.05 ? whole.slice(0, random() * whole.length) : whole;
      const before = process.cpuUsage();
      try {
        const result = await call({ service, attendee });
        counts.read += 1;
        checkResult(result);
      } catch (error) {
        if (!(error instanceof ConventionError))
          throw new Error(`round ${round}: ${text.slice(0, 500)}`, { cause: error });
        const isNone = error.kind === 'not-found' && hasNone.includes(name);
        const isEnd = error.kind === 'login-needed' && name === 'Retrieve current user';
        const isClear = isNone || isEnd || error.kind === 'invalid-answer';
        assert.ok(isClear, 'no call waits until its deadline');
        counts.refused += 1;
      }
      const { user, system } = process.cpuUsage(before);
      assert.ok((user + system) / 1000 < mostCpuMilliseconds, `round ${round} costs too much`);
    }
    assert.ok(counts.read > 0 && counts.refused > 0, JSON.stringify(counts));
    assert.equal('polluted' in {}, false);
  });
}

function checkResult(result: unknown): void {
  // `JSON.stringify` escapes NULs and lone surrogates, so the pattern matches their escapes.
  assert.doesNotMatch(JSON.stringify(result) ?? '', /\\ud[89a-f]|\\u0000|"__proto__":|CANARY/i);
}
