// `npm run demo` as a newcomer sees it: two addresses, some people to log in as, no Redis.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import test from 'node:test';
import { startChild } from './support/child-app.ts';
import { freePort } from './support/free-port.ts';
import { logIn, visitor } from './support/visitor.ts';

test('the demo prints where to go and whom to log in as, and each of them can log in', async (t) => {
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const env = { PORT: String(port), SANDBOX_PORT: String(sandboxPort) };
  const demo = await startChild(t, { file: 'src/demo.ts', env, ready: 'Ctrl-C' });
  const url = `http://localhost:${port}`;
  for (const words of [
    url,
    `http://127.0.0.1:${sandboxPort}`,
    'robin',
    'sam',
    'noa',
    'mallory',
    '/protocol',
  ]) {
    assert.ok(demo.output().includes(words), words);
  }
  for (const as of ['robin', 'sam', 'noa', 'mallory']) {
    const profile = await logIn(visitor(), `${url}/profile`, { as });
    assert.equal(profile.status, 200);
    assert.match(profile.text, /^Your profile/);
    assert.match(profile.$('header').text(), /Demo data/);
  }
});

test('a port that is taken is told in one line, with the way out', async (t) => {
  const other = createServer().listen(0, 'localhost');
  t.after(() => other.close());
  await once(other, 'listening');
  const demo = startChild(t, {
    file: 'src/demo.ts',
    env: {
      PORT: String((other.address() as AddressInfo).port),
      SANDBOX_PORT: String(await freePort()),
    },
    ready: 'Ctrl-C',
  });
  await assert.rejects(
    demo,
    /ended with 1: .*The demo cannot start: .*in use.*\nOther ports: PORT=3001/s,
  );
});
