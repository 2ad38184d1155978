// Production as it is deployed, small: two processes of `src/server.ts` with the same settings behind one proxy, one real Redis
// (behind a proxy that can slow it down), and the sandbox. Everything listens on free ports of this computer and ends with the test.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Sandbox, startSandbox } from '../../src/sandbox/app.ts';
import { type ChildApp, type Lifetime, startChild } from './child-app.ts';
import { freePort } from './free-port.ts';
import { type FrontProxy, startFrontProxy } from './front-proxy.ts';
import { startRedis, type TestRedis } from './redis.ts';
import { sandboxSettings } from './sandbox-settings.ts';
import { setFaults } from './set-faults.ts';
import { shared } from './shared.ts';
import { type SlowRedis, startSlowRedis } from './slow-redis.ts';
import { allServiceScopes } from './start-app.ts';

export interface TwoApps {
  /** Where visitors go (PUBLIC_URL). Each request reaches one instance or the other by seeded chance, unless it says `to(0)`. */
  readonly url: string;
  readonly instances: readonly [Instance, Instance];
  /** Straight to Redis, past `slowRedis`. */
  readonly redis: TestRedis;
  readonly slowRedis: SlowRedis;
  readonly sandbox: Sandbox;
  /** By which both instances were started. */
  readonly settings: Readonly<Record<string, string>>;
  /** The keys in Redis that would stay for ever; there must never be one. */
  keysWithoutEnd(): Promise<string[]>;
}

export interface Instance {
  /** What it has printed, over all its restarts. */
  output(): string;
  /** As an operator would: takes it out of the proxy, ends it, starts it with these settings changed for good, takes it in again. */
  restart(changed: Record<string, string>): Promise<void>;
  /** Puts its clock so far ahead of this computer's, in minutes (behind, where negative), until it is restarted. */
  setClock(minutesAhead: number): Promise<void>;
}

export interface Deployment {
  /** Settings by name, for both instances, beside those that the rig chooses. */
  readonly settings?: Record<string, string>;
  /** How many attendees the sandbox makes up beside its own: `guest-1` and on. */
  readonly attendees?: number;
}

/** Starts all of it, and resolves when both instances take requests and have reached Redis. */
export async function startTwoApps(t: Lifetime, deployment: Deployment = {}): Promise<TwoApps> {
  const [redis, proxy] = await Promise.all([startRedis(t), startFrontProxy(t)]);
  const [slowRedis, sandbox] = await Promise.all([
    startSlowRedis(t, redis.url),
    startSandbox({ redirectUris: [`${proxy.url}/login/callback`], attendees: deployment.attendees ?? 0 }),
  ]);
  t.after(() => sandbox.close());

  const settings = {
    ...sandboxSettings({ publicUrl: proxy.url, sandboxUrl: sandbox.url, redisUrl: slowRedis.url }),
    HOST: '127.0.0.1',
    TRUST_PROXY: '1',
    SERVICE_SCOPES: allServiceScopes,
    ...deployment.settings,
  };
  const start = (number: number) => startInstance(t, { number, proxy, settings });

  return {
    url: proxy.url,
    instances: await Promise.all([start(0), start(1)]),
    redis,
    slowRedis,
    sandbox,
    settings,
    keysWithoutEnd: async () => (await redis.command('EVAL', findKeysWithoutEnd, '0')) as string[],
  };
}

const sharedApps = shared(
  ['ProcessWrap', 'ProcessWrap', 'ProcessWrap', ...Array(3).fill('TCPServerWrap')],
  (lifetime) => startTwoApps(lifetime, { attendees: 100 }),
);

/** The deployment that all tests of this process share, as it was at its start: Redis is empty, nothing is slow or broken, clocks are right. */
export async function twoApps(): Promise<TwoApps> {
  const apps = await sharedApps();
  apps.slowRedis.before = () => undefined;
  await Promise.all([
    apps.redis.command('FLUSHALL'),
    setFaults(apps.sandbox, []),
    ...apps.instances.map((instance) => instance.setClock(0)),
  ]);
  return apps;
}

const findKeysWithoutEnd = `
local found = {}
for _, key in ipairs(redis.call('KEYS', '*')) do
  if redis.call('TTL', key) == -1 then table.insert(found, key) end
end
return found`;

async function startInstance(
  t: Lifetime,
  { number, proxy, settings }: { number: number; proxy: FrontProxy; settings: Record<string, string> },
): Promise<Instance> {
  const port = String(await freePort());
  let current = settings;
  let printedBefore = '';

  async function start(): Promise<ChildApp> {
    const started = await startChild(t, {
      file: 'test/support/server-process.ts',
      // On a busy computer Redis may answer late, and no test is about that.
      env: { ...current, PORT: port, SERVER_OPTIONS: JSON.stringify({ redisDeadlineMs: 10_000 }) },
      ready: ['Lanyard is up', 'Redis is reached'],
    });
    proxy.takeIn(number, `http://127.0.0.1:${port}`);
    return started;
  }
  let child = await start();

  return {
    output: () => printedBefore + child.output(),
    async restart(changed) {
      await proxy.takeOut(number);
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
