// A small production deployment: two server processes with the same settings behind one proxy, a
// real Redis behind a proxy that can delay it, and the sandbox. It uses free ports and stops after
// the test.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Limits } from '../../../src/app.ts';
import { type Sandbox, startSandbox } from '../../../src/sandbox/app.ts';
import type { StartOptions } from '../../../src/server/start-server.ts';
import { type ChildApp, type Lifetime, startChild } from '../machine/child-app.ts';
import { freePort } from '../machine/free-port.ts';
import { shared } from '../machine/shared.ts';
import { sandboxSettings } from '../platform/sandbox-settings.ts';
import { setFaults } from '../platform/set-faults.ts';
import { startRedis, type TestRedis } from '../redis/redis.ts';
import { type RedisProxy, startRedisProxy } from '../redis/redis-proxy.ts';
import { type FrontProxy, startFrontProxy } from './front-proxy.ts';
import { allServiceScopes } from './start-app.ts';

export interface TwoApps {
  /**
   * PUBLIC_URL. The header from `to(0)` selects the first instance. Without it, the proxy picks one
   * at random.
   */
  readonly url: string;
  readonly instances: readonly [Instance, Instance];
  readonly redis: TestRedis;
  readonly slowRedis: RedisProxy;
  readonly sandbox: Sandbox;
  readonly settings: Readonly<Record<string, string>>;
  /** Every key must expire, so this list must be empty. */
  keysWithoutExpiry(): Promise<string[]>;
}

export interface Instance {
  output(): string;
  /** The process id, which changes with each restart. */
  readonly pid: number;
  /**
   * Restarts the instance with permanently changed settings. Meanwhile, the proxy sends requests to
   * the other instance, as in a real deployment.
   */
  restart(changed: Record<string, string>): Promise<void>;
  /**
   * Sets the instance's clock ahead by this many minutes (negative: behind) until the next restart.
   */
  setClock(minutesAhead: number): Promise<void>;
}

export interface Deployment {
  readonly settings?: Record<string, string>;
  /** How many attendees the sandbox generates in addition to its own: `guest-1`, `guest-2`, … */
  readonly attendees?: number;
  readonly redisDeadlineMs?: number;
  /**
   * Replaces production limits. By default, only the record cache is off, so each page calls the
   * platform.
   */
  readonly limits?: Limits;
}

/** Resolves when both instances accept requests and have connected to Redis. */
export async function startTwoApps(t: Lifetime, deployment: Deployment = {}): Promise<TwoApps> {
  const [redis, proxy] = await Promise.all([startRedis(t), startFrontProxy(t)]);
  const [slowRedis, sandbox] = await Promise.all([
    startRedisProxy(t, redis.url),
    startSandbox({
      redirectUris: [`${proxy.url}/login/callback`],
      attendees: deployment.attendees ?? 0,
    }),
  ]);
  t.after(() => sandbox.close());

  const settings = {
    ...sandboxSettings({ publicUrl: proxy.url, sandboxUrl: sandbox.url, redisUrl: slowRedis.url }),
    HOST: '127.0.0.1',
    TRUST_PROXY: '1',
    SERVICE_SCOPES: allServiceScopes,
    // Without this setting, pages would request the days from the platform, and omit them while the
    // machine is busy.
    CONVENTION_DAYS: '2027-07-02/2027-07-05',
    ...deployment.settings,
  };
  // Redis may be slow on a busy machine, and most tests are not about its timeout.
  const { redisDeadlineMs = 10_000, limits } = deployment;
  const options = {
    redisDeadlineMs,
    // Tests delay and count the Redis commands of requests, so the instances must not send commands
    // to check Redis.
    redisWatchMs: 3_600_000,
    limits: { recordCacheSeconds: 0, ...limits },
  };
  const start = (number: number) => startInstance(t, { number, proxy, settings, options });

  return {
    url: proxy.url,
    instances: await Promise.all([start(0), start(1)]),
    redis,
    slowRedis,
    sandbox,
    settings,
    keysWithoutExpiry: () => keysWithoutExpiry(redis),
  };
}

const sharedApps = shared(
  ['ProcessWrap', 'ProcessWrap', 'ProcessWrap', ...Array(3).fill('TCPServerWrap')],
  // All tests together open more pages as one person than the rate limit allows.
  (lifetime) => startTwoApps(lifetime, { attendees: 100, limits: { rates: { pages: 1_000_000 } } }),
);

/**
 * Returns the deployment that all tests in this process share. It is reset to its initial state: an
 * empty Redis, no delays, no faults, correct clocks.
 */
export async function twoApps(): Promise<TwoApps> {
  const apps = await sharedApps();
  apps.slowRedis.before = () => undefined;
  // The sandbox records only the last 10,000 calls, so each test starts with an empty list.
  apps.sandbox.calls.length = 0;
  await Promise.all([
    apps.redis.command('FLUSHALL'),
    setFaults(apps.sandbox, []),
    ...apps.instances.map((instance) => instance.setClock(0)),
  ]);
  return apps;
}

/**
 * Creating a set and setting its expiry takes two commands, and `slowRedis` may delay the second. A
 * key therefore counts only if several checks in a row find it.
 */
async function keysWithoutExpiry(redis: TestRedis): Promise<string[]> {
  const look = async () => (await redis.command('EVAL', findKeysWithoutExpiry, '0')) as string[];
  let found = await look();
  for (let looks = 1; looks < 25 && found.length > 0; looks += 1) {
    await sleep(10);
    const again = await look();
    found = found.filter((key) => again.includes(key));
  }
  return found;
}

const findKeysWithoutExpiry = `
local found = {}
for _, key in ipairs(redis.call('KEYS', '*')) do
  if redis.call('TTL', key) == -1 then table.insert(found, key) end
end
return found`;

async function startInstance(
  t: Lifetime,
  {
    number,
    proxy,
    settings,
    options,
  }: {
    number: number;
    proxy: FrontProxy;
    settings: Record<string, string>;
    options: StartOptions;
  },
): Promise<Instance> {
  const port = String(await freePort());
  let current = settings;
  let printedBefore = '';

  async function start(): Promise<ChildApp> {
    const started = await startChild(t, {
      file: 'test/support/machine/server-process.ts',
      env: { ...current, PORT: port, SERVER_OPTIONS: JSON.stringify(options) },
      ready: ['Lanyard is up', 'connected to Redis'],
    });
    proxy.addInstance(number, `http://127.0.0.1:${port}`);
    return started;
  }
  let child = await start();

  return {
    output: () => printedBefore + child.output(),
    get pid() {
      return child.pid;
    },
    async restart(changed) {
      await proxy.removeInstance(number);
      await child.stop();
      printedBefore += child.output();
      current = { ...current, ...changed };
      child = await start();
    },
    async setClock(minutesAhead) {
      const printed = child.output().length;
      child.tell(String(minutesAhead * 60_000));
      while (!child.output().includes('the clock is set', printed)) await sleep(5);
    },
  };
}
