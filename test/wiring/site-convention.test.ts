import assert from 'node:assert/strict';
import test from 'node:test';
import { allServiceScopes, startApp } from '../support/app/start-app.ts';
import { logIn, visitor } from '../support/app/visitor.ts';

test('P76 each request to the convention has eight seconds: for a login, for a page and for the service token', async (t) => {
  const settings = { SERVICE_SCOPES: allServiceScopes };
  const app = await startApp(t, { settings });
  const timeout = t.mock.method(AbortSignal, 'timeout');
  await logIn(visitor(), `${app.url}/volunteering`, { as: 'robin' });
  const asked = app.sandbox.calls.filter(({ path }) => path.startsWith('/api/'));
  assert.equal(asked.filter(({ path }) => path === '/api/oauth/token').length, 2);
  const given = timeout.mock.calls.map(({ arguments: [ms] }) => ms);
  // The four-second timeouts limit the wait in the queue, which is part of the eight seconds.
  const deadlines = given.filter((ms) => ms !== 4000);
  assert.deepEqual(
    deadlines,
    asked.map(() => 8000),
  );
});
