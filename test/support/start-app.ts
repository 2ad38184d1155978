// The real app and the real sandbox on free ports of this computer, with a real Redis. App and sandbox are gone after the test.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { createApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/log.ts';
import { openRedisKeys } from '../../src/login/login.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/app.ts';
import { createSiteConvention } from '../../src/site-convention.ts';
import type { Rates } from '../../src/web/rate-limits.ts';
import { findLeaks, type Heard } from './leaks.ts';
import { sharedRedis, startRedis, type TestRedis } from './redis.ts';
import { listenToRedis } from './redis-commands.ts';
import { sandboxSettings } from './sandbox-settings.ts';
import { findStrayRedirects } from './stray-redirects.ts';
import { listenOnWire } from './wire.ts';

/** For SERVICE_SCOPES: everything that pages can read with the service credential. */
export const allServiceScopes = 'registration:read volunteer:read vendor:read user:read';

export interface RunningApp {
  /** http://localhost:<port>, unless PUBLIC_URL says otherwise; the sandbox is on 127.0.0.1, another site to a browser. */
  readonly url: string;
  /** Where the app really listens, for a visitor who comes through a proxy. */
  readonly listensAt: string;
  readonly sandbox: Sandbox;
  readonly redis: TestRedis;
  /** Starts the app anew with other settings, on the same address, Redis and sandbox. */
  restartApp(settings: Record<string, string>): Promise<void>;
  /** Ends the sandbox and starts it anew on the same address: it has forgotten everybody. */
  restartSandbox(): Promise<void>;
  /** Every line that the app has logged. */
  readonly logLines: string[];
  /** What was written and sent so far; at the end of the test all of it is searched for leaks. */
  heard(): Heard;
}

export interface Overrides {
  /** Settings by name, beside those that the rig chooses. */
  readonly settings?: Record<string, string>;
  readonly now?: () => number;
  /** The folder of catalogues in place of our own. */
  readonly messages?: URL;
  /** How often somebody may ask; a test asks as often as it likes. */
  readonly rates?: Rates;
  /** How long the convention may take, in milliseconds. */
  readonly deadlineMs?: number;
  /** For a test that stops Redis, kills it or changes its configuration. */
  readonly ownRedis?: boolean;
  /** How long Redis may take, in milliseconds. On a busy computer it may be late, and few tests are about that. */
  readonly redisDeadlineMs?: number;
}

/** Rates that nobody reaches. */
export const unlimited: Rates = { logins: 1e9, pages: 1e9 };

export async function startApp(t: TestContext, overrides: Overrides = {}): Promise<RunningApp> {
  const server = createServer().listen(0, 'localhost');
  await once(server, 'listening');
  const listensAt = `http://localhost:${(server.address() as AddressInfo).port}`;
  const url = overrides.settings?.PUBLIC_URL ?? listensAt;
  const sandboxOptions = { redirectUris: [`${url}/login/callback`] };
  const [redis, firstSandbox] = await Promise.all([
    overrides.ownRedis ? startRedis(t) : sharedRedis(),
    startSandbox(sandboxOptions),
  ]);
  let sandbox = firstSandbox;
  const wire = listenOnWire();
  const redisCommands = await listenToRedis(redis);

  const settings = {
    ...sandboxSettings({ publicUrl: url, sandboxUrl: sandbox.url, redisUrl: redis.url }),
    ...overrides.settings,
  };
  const logLines: string[] = [];
  const log = createLog('debug', { write: (line) => void logLines.push(line) });
  const toClose: { close(): Promise<void> }[] = [];
  const usedSettings: Record<string, string>[] = [];

  async function serveApp(changed: Record<string, string>): Promise<void> {
    const config = readConfig({ ...settings, ...changed });
    usedSettings.push({ ...settings, ...changed });
    let redisIsUp = () => {};
    const firstContact = new Promise<void>((resolve) => (redisIsUp = resolve));
    const { redisDeadlineMs = 10_000 } = overrides;
    const keys = openRedisKeys(redis.url, {
      deadlineMs: redisDeadlineMs,
      onStateChange: (isUp) => isUp && redisIsUp(),
    });
    await firstContact;
    const { now, messages, rates = unlimited } = overrides;
    const { deadlineMs = 8000 } = overrides;
    const convention = createSiteConvention(config, { log, deadlineMs });
    toClose.push(keys, convention);
    server.removeAllListeners('request');
    server.on(
      'request',
      createApp({ config, keys, convention, log, rates, ...(now && { now }), ...(messages && { messages }) }),
    );
  }
  await serveApp({});

  const heard = (): Heard => ({
    app: server,
    settings: usedSettings,
    exchanges: wire.exchanges,
    logLines,
    redis: redisCommands.heard(),
  });
  t.after(async () => {
    server.close();
    server.closeAllConnections();
    await Promise.all([...toClose, sandbox].map((one) => one.close()));
    await redisCommands.end();
    wire.close();
    // Once everything else is closed: hooks behind one that fails are not run.
    t.after(() => {
      assert.deepEqual(findLeaks(heard()), [], 'P49 P50 nothing that the app was given gets out');
      assert.deepEqual(findStrayRedirects(heard()), [], 'P62 no redirect leads astray');
    });
  });

  return {
    url,
    listensAt,
    get sandbox() {
      return sandbox;
    },
    redis,
    logLines,
    heard,
    restartApp: serveApp,
    async restartSandbox() {
      await sandbox.close();
      sandbox = await startSandbox({ ...sandboxOptions, port: Number(new URL(sandbox.url).port) });
    },
  };
}
