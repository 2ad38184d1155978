// Runs the real app and the real sandbox on free ports with a real Redis, until the test ends.
import assert from 'node:assert/strict';
import type { RequestListener, Server } from 'node:http';
import type { TestContext } from 'node:test';
import { createApp, type Limits } from '../../../src/app.ts';
import type { Metrics } from '../../../src/log/metrics.ts';
import type { KeyStore } from '../../../src/login/login.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../../src/sandbox/app.ts';
import { knownServiceScopes } from '../../../src/scopes.ts';
import { createAppServer } from '../../../src/server/app-server.ts';
import { readConfig } from '../../../src/settings/config.ts';
import { createSiteConvention } from '../../../src/wiring/site-convention.ts';
import type { RedisWithUsers } from '../machine/deployment-files.ts';
import { listen } from '../machine/listen.ts';
import { sandboxSettings } from '../platform/sandbox-settings.ts';
import { reachRedisKeys } from '../redis/reach-redis-keys.ts';
import { sharedRedis, startRedis, type TestRedis } from '../redis/redis.ts';
import { recordRedisCommands } from '../redis/redis-commands.ts';
import { clockFromDaytime } from './clocks.ts';
import { findLeaks, type Recording } from './leaks.ts';
import { testLimits } from './limits.ts';
import { recordLog } from './record-log.ts';
import { findStrayRedirects } from './stray-redirects.ts';
import { recordExchanges } from './wire.ts';

export const allServiceScopes = Object.keys(knownServiceScopes).join(' ');

export interface RunningApp {
  /**
   * PUBLIC_URL, by default http://localhost:<port>. The sandbox is at 127.0.0.1, so browsers treat
   * it as a different site.
   */
  readonly url: string;
  /** The app's own URL, for tests in which `url` belongs to a proxy. */
  readonly listensAt: string;
  readonly sandbox: Sandbox;
  readonly redis: TestRedis;
  restartApp(settings: Record<string, string>): Promise<void>;
  /** The sandbox keeps its URL, but loses all logins and consents. */
  restartSandbox(): Promise<void>;
  readonly logLines: string[];
  /**
   * Returns the log, the HTTP exchanges and the Redis commands so far. After the test, all of them
   * are searched for leaks.
   */
  heard(): Recording;
}

export interface Overrides {
  readonly settings?: Record<string, string>;
  readonly sandbox?: Partial<SandboxOptions>;
  /** Default: a clock that begins at about 09:00 UTC, six weeks before the convention. */
  readonly now?: () => number;
  readonly messages?: URL;
  /** The message key of a banner such as the demo's. */
  readonly banner?: string;
  /** The clock for retries and pauses between calls to the platform, in milliseconds. */
  readonly clock?: () => number;
  /** The timeout for calls to the platform, in milliseconds. Default: as in production. */
  readonly deadlineMs?: number;
  readonly ownRedis?: boolean;
  readonly redis?: RedisWithUsers;
  readonly redisArgs?: readonly string[];
  readonly metrics?: Metrics;
  readonly keysBetween?: (keys: KeyStore) => KeyStore;
  /**
   * The timeout for Redis commands, in milliseconds. The default is long, because test machines are
   * busy.
   */
  readonly redisDeadlineMs?: number;
  readonly limits?: Limits;
}

export async function startApp(t: TestContext, overrides: Overrides = {}): Promise<RunningApp> {
  let app: RequestListener = (_req, res) => res.destroy();
  const server = createAppServer({}, (req, res) => app(req, res));
  const listensAt = await listen(t, server);
  const url = overrides.settings?.PUBLIC_URL ?? listensAt;
  const [redis, sandbox] = await Promise.all([
    overrides.redis ?? redisFor(t, overrides),
    startRestartableSandbox({
      redirectUris: [`${url}/login/callback`],
      ...overrides.sandbox,
    }),
  ]);
  const redisUrl = overrides.redis?.siteUrl ?? redis.url;
  const recorder = await startRecorder(server, redis);
  const { logLines, heard } = recorder;
  const settings = {
    ...sandboxSettings({ publicUrl: url, sandboxUrl: sandbox.current().url, redisUrl }),
    ...overrides.settings,
  };
  const toClose: Closable[] = [];
  async function restartApp(changed: Record<string, string>): Promise<void> {
    const options = { ...overrides, settings: { ...settings, ...changed }, logLines };
    recorder.settings.push(options.settings);
    const { closables, listener } = await openApp(options);
    toClose.push(...closables);
    app = listener;
  }
  await restartApp({});

  t.after(async () => {
    await Promise.all([...toClose, sandbox.current()].map((one) => one.close()));
    await recorder.end();
    // Registered last, because a failing hook prevents later hooks from running.
    t.after(() => checkRecording(heard()));
  });
  return {
    url,
    listensAt,
    get sandbox() {
      return sandbox.current();
    },
    redis,
    logLines,
    heard,
    restartApp,
    restartSandbox: sandbox.restart,
  };
}

function redisFor(t: TestContext, { ownRedis, redisArgs: args = [] }: Overrides) {
  return ownRedis ? startRedis(t, undefined, { args }) : sharedRedis();
}

interface Closable {
  close(): Promise<void>;
}

interface ServeOptions extends Overrides {
  readonly settings: Record<string, string>;
  readonly logLines: string[];
}

async function openApp(options: ServeOptions) {
  const { settings, logLines, now = clockFromDaytime, clock, messages, metrics, banner } = options;
  const { deadlineMs, redisDeadlineMs = 10_000, keysBetween = (each) => each } = options;
  const config = readConfig(settings);
  const log = recordLog(logLines);
  const keys = await reachRedisKeys(settings.REDIS_URL ?? '', {
    deadlineMs: redisDeadlineMs,
    prefix: config.redisPrefix,
  });
  const onCall = metrics?.countCall;
  const convention = createSiteConvention(config, {
    ...{ keys, log, now, clock, onCall },
    ...(deadlineMs && { deadlineMs }),
  });
  const listener = createApp({
    config,
    keys: keysBetween(metrics?.countErrorsOf(keys) ?? keys),
    ready: keys.ready,
    convention,
    log,
    metrics,
    limits: { ...testLimits, ...options.limits },
    now,
    ...(messages && { messages }),
    ...(banner && { banner }),
  });
  const closables: Closable[] = [keys, convention];
  return { listener, closables };
}

async function startRestartableSandbox(options: SandboxOptions) {
  let sandbox = await startSandbox(options);
  return {
    current: () => sandbox,
    async restart() {
      await sandbox.close();
      sandbox = await startSandbox({ ...options, port: Number(new URL(sandbox.url).port) });
    },
  };
}

async function startRecorder(app: Server, redis: TestRedis) {
  const wire = recordExchanges();
  const redisCommands = await recordRedisCommands(redis);
  const settings: Record<string, string>[] = [];
  const logLines: string[] = [];
  return {
    settings,
    logLines,
    heard: (): Recording => ({
      app,
      settings,
      exchanges: wire.exchanges,
      logLines,
      redis: redisCommands.heard(),
    }),
    async end() {
      await redisCommands.end();
      wire.close();
    },
  };
}

function checkRecording(heard: Recording): void {
  const wordless = heard.logLines.filter((line) => !JSON.parse(line).msg);
  assert.deepEqual(wordless, [], 'every log line has a message');
  assert.deepEqual(findLeaks(heard), [], 'P45 P46 the app leaks none of these values');
  assert.deepEqual(findStrayRedirects(heard), [], 'P68 every redirect has an allowed target');
}
