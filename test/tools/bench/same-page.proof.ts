// Checks that all contenders in the benchmark show the same pages as Lanyard. Otherwise, the
// comparison would be meaningless.
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import test, { type TestContext } from 'node:test';
import { startRedis } from '../../support/redis/redis.ts';
import { logIn, navigation } from './load.ts';
import { createStart } from './runners.ts';
import { programs } from './scenarios.ts';

async function startPlatform(t: TestContext): Promise<string> {
  const platform = fork('test/tools/bench/platform.ts');
  t.after(() => platform.kill());
  const [port] = await once(platform, 'message');
  return `http://127.0.0.1:${port}`;
}

/**
 * Replaces everything that differs between two responses: the form token, the time, the URL, the
 * id, and the hashes in file names.
 */
function comparable(html: string): string {
  return html
    .replaceAll(/name="form_token" value="[\w-]{43}"/g, 'form token')
    .replaceAll(/<time datetime="[^"]*T[^"]*">.*?<\/time>/g, 'time')
    .replaceAll(/logged out at [^<]+/g, 'end')
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'address')
    .replaceAll(/robin(<wbr>)?[_.]\d+|>\d+</g, 'id')
    .replaceAll(/(\/assets\/[\w-]+?)-[0-9a-f]{12}\./g, '$1.');
}

test('all contenders show the same pages, byte for byte', async (t) => {
  const redis = await startRedis(t);
  const platformUrl = await startPlatform(t);
  const fromSource = { ...programs.Lanyard, env: {} };
  const start = createStart({
    programs: { ...programs, Lanyard: fromSource },
    node: process.execPath,
    redis,
    platformUrl,
  });
  const pagesOf = async (name: keyof typeof programs) => {
    const { origin, stop } = await start(name);
    const cookie = await logIn(origin, programs[name].loginPath);
    const open = async (path: string) => {
      const headers = { ...navigation, ...(path !== '/' && { cookie }) };
      const response = await fetch(origin + path, { headers });
      return comparable(await response.text());
    };
    const [home, profile, badge] = [
      await open('/'),
      await open('/profile'),
      await open('/badge-name'),
    ];
    await stop();
    return { home, profile, badge };
  };
  const ours = await pagesOf('Lanyard');
  assert.match(ours.profile, /\+49 30 901820/);
  assert.match(ours.badge, /Robin Redbreast/);
  for (const name of ['textbook, asking', 'floor'] as const)
    assert.deepEqual(await pagesOf(name), ours, name);
});
