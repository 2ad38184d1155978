// The target of an attack: one production instance of an app, with its own Redis and the sandbox.
// The app sees the headers of a TLS proxy.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Sandbox, startSandbox } from '../../../src/sandbox/app.ts';
import { type Visitor, visitor } from '../../support/app/visitor.ts';
import { type Lifetime, startChild } from '../../support/machine/child-app.ts';
import { shippedRedisArgs } from '../../support/machine/deployment-files.ts';
import { freePort } from '../../support/machine/free-port.ts';
import { temporaryFolder } from '../../support/machine/temporary-folder.ts';
import { sandboxSettings } from '../../support/platform/sandbox-settings.ts';
import { setFaults } from '../../support/platform/set-faults.ts';
import { startRedis, type TestRedis } from '../../support/redis/redis.ts';

interface RestartableRedis extends TestRedis {
  kill(): Promise<void>;
  /** Restarts Redis with the data on its disk. */
  restart(): Promise<void>;
}

/** The only differences between the two attacked apps' setups. */
export interface TargetApp {
  readonly name: string;
  readonly file: string;
  readonly ready: readonly string[];
  readonly sessionCookie: string;
  readonly redisArgs: readonly string[];
}

export const textbook: TargetApp = {
  name: 'Textbook Express app',
  file: 'test/lab/attack/textbook-app.ts',
  ready: ['The textbook app is up'],
  sessionCookie: 'sessionId',
  redisArgs: ['--save', '3600 1 300 100 60 10000'],
};

export const lanyard: TargetApp = {
  name: 'Lanyard',
  file: 'test/support/machine/server-process.ts',
  ready: ['Lanyard is up', 'connected to Redis'],
  sessionCookie: '__Host-sid',
  redisArgs: shippedRedisArgs(),
};

export interface Target extends TargetApp {
  readonly url: string;
  readonly sandbox: Sandbox;
  readonly redis: RestartableRedis;
  /** The secret that signs the session cookie. An attacker who reads the settings knows it. */
  readonly sessionSecret: string;
  visitor(): Visitor;
  log(): string;
  reset(): Promise<void>;
}

const url = 'https://attendees.testcon.test';

export async function startTarget(t: Lifetime, app: TargetApp): Promise<Target> {
  const [redis, sandbox, port] = await Promise.all([
    startRestartableRedis(t, app.redisArgs),
    startSandbox({ redirectUris: [`${url}/login/callback`] }),
    freePort(),
  ]);
  t.after(() => sandbox.close());
  const sessionSecret = randomBytes(32).toString('hex');
  const settings = {
    ...sandboxSettings({ publicUrl: url, sandboxUrl: sandbox.url, redisUrl: redis.url }),
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    TRUST_PROXY: '1',
    SESSION_SECRETS: sessionSecret,
    // Attacks change the platform's responses between two pages, so pages must not use cached
    // records.
    SERVER_OPTIONS: JSON.stringify({ limits: { recordCacheSeconds: 0 } }),
  };
  const child = await startChild(t, {
    file: app.file,
    // Runs in this folder, because the project root may contain a developer's .env file.
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    env: settings,
    ready: app.ready,
  });

  return {
    ...app,
    url,
    sandbox,
    redis,
    sessionSecret,
    visitor: () => visitor({ origin: url, listensAt: `http://127.0.0.1:${port}` }),
    log: child.output,
    async reset() {
      redis.process.kill('SIGCONT');
      await setFaults(sandbox, []);
      await redis.command('CONFIG', 'SET', 'maxmemory', '0');
      await redis.command('FLUSHALL');
    },
  };
}

async function startRestartableRedis(
  t: Lifetime,
  redisArgs: readonly string[],
): Promise<RestartableRedis> {
  const args = [...redisArgs, '--dir', temporaryFolder(t)];
  let redis = await startRedis(t, undefined, { args });
  return {
    url: redis.url,
    get process() {
      return redis.process;
    },
    dump: () => redis.dump(),
    command: (...words) => redis.command(...words),
    async kill() {
      redis.process.kill('SIGKILL');
      await once(redis.process, 'exit');
    },
    async restart() {
      redis = await startRedis(t, Number(new URL(redis.url).port), { args });
    },
  };
}
