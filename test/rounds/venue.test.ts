// A venue: thousands of people behind one address, and two instances.
import assert from 'node:assert/strict';
import test from 'node:test';
import { startLoginUntilCallback, visitorWithSandboxLogin } from '../support/login-steps.ts';
import { rounds, runConcurrently } from '../support/rounds.ts';
import { twoApps } from '../support/two-apps.ts';

const headers = { 'x-forwarded-for': '203.0.113.5' };
const guess = '/login/callback?code=a&state=b';

test('P90 everybody at a venue logs in at once, while somebody there sends bad callbacks', async (t) => {
  const { url } = await twoApps();
  const logins = rounds(t, { short: 30, full: 400, of: 'logins from one address' });
  const people = await Promise.all(
    Array.from({ length: 4 }, () => visitorWithSandboxLogin({ url, as: 'robin' })),
  );
  const seen: number[] = [];
  await runConcurrently({ lanes: people.length, count: logins }, async (_round, lane) => {
    const person = people[lane];
    assert.ok(person);
    person.cookies(url).clear();
    const start = { url, returnTo: '/profile', headers };
    const callback = await startLoginUntilCallback(person, start);
    const { status } = await person.request(url + guess, { headers });
    assert.equal(status, 400);
    seen.push((await person.request(callback, { headers })).status);
  });
  assert.deepEqual([...new Set(seen)], [303]);
  assert.equal(seen.length, logins);
});
