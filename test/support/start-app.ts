// Starts the real app and the real sandbox on free ports, with a real Redis, until the test ends.
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
import { knownServiceScopes } from '../../src/scopes.ts';
import { createSiteConvention } from '../../src/site-convention.ts';
import type { Rates } from '../../src/web/rate-limits.ts';
import { findLeaks, type Recording } from './leaks.ts';
import { sharedRedis, startRedis, type TestRedis } from './redis.ts';
import { recordRedisCommands } from './redis-commands.ts';
import { sandboxSettings } from './sandbox-settings.ts';
import { findStrayRedirects } from './stray-redirects.ts';
import { recordExchanges } from './wire.ts';

/** A value for SERVICE_SCOPES: everything that pages can read with the service token. */
export const allServiceScopes = Object.keys(knownServiceScopes).join(' ');

export interface RunningApp {
  /**
   * PUBLIC_URL, by default http://localhost:<port>. The sandbox is on 127.0.0.1, which browsers
   * treat as another site.
   */
  readonly url: string;
  /** The address where the app listens, for visitors behind a proxy. */
  readonly listensAt: string;
  readonly sandbox: Sandbox;
  readonly redis: TestRedis;
  /**
   * Restarts the app with changed settings, at the same address, with the same Redis and sandbox.
   */
  restartApp(settings: Record<string, string>): Promise<void>;
  /** Restarts the sandbox at the same address. It loses all logins and consents. */
  restartSandbox(): Promise<void>;
  /** Every line that the app logged. */
  readonly logLines: string[];
  /** Everything written and sent so far. After the test, all of it is searched for leaks. */
  heard(): Recording;
}

export interface Overrides {
  /** Settings by name, which override the defaults. */
  readonly settings?: Record<string, string>;
  readonly now?: () => number;
  /** A folder of catalogues, instead of the app's own. */
  readonly messages?: URL;
  /** Rate limits; by default there are none. */
  readonly rates?: Rates;
  /** How long the convention may take, in milliseconds. */
  readonly deadlineMs?: number;
  /** For tests that stop, kill or reconfigure Redis. */
  readonly ownRedis?: boolean;
  /** How long Redis may take, in milliseconds. Long by default, for busy machines. */
  readonly redisDeadlineMs?: number;
}

/** Rate limits that no test reaches. */
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
  const wire = recordExchanges();
  const redisCommands = await recordRedisCommands(redis);

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
      createApp({
        config,
        keys,
        convention,
        log,
        rates,
        ...(now && { now }),
        ...(messages && { messages }),
      }),
    );
  }
  await serveApp({});

  const heard = (): Recording => ({
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
    // Registered last, because a failing hook prevents later ones from running.
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
