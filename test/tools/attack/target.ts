// The target of an attack: two production instances of an app behind a TLS proxy, with a real Redis
// and the sandbox.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Sandbox, startSandbox } from '../../../src/sandbox/app.ts';
import { type Visitor, visitor } from '../../support/app/visitor.ts';
import { type Lifetime, startChild } from '../../support/machine/child-app.ts';
import { shippedRedisArgs } from '../../support/machine/deployment-files.ts';
import { freePort } from '../../support/machine/free-port.ts';
import { temporaryFile, temporaryFolder } from '../../support/machine/temporary-folder.ts';
import { setFaults } from '../../support/platform/set-faults.ts';
import { startRedis, type TestRedis } from '../../support/redis/redis.ts';
import { becomesTrue } from './becomes-true.ts';
import { type ConventionLink, startConventionLink } from './convention-link.ts';
import { type Link, startLink } from './link.ts';

interface ReplaceableRedis extends TestRedis {
  kill(): Promise<void>;
  replace(): Promise<void>;
  restart(): Promise<void>;
}

/** The only differences between the setups of the two attacked apps. */
export interface TargetApp {
  readonly name: string;
  readonly file: string;
  readonly ready: readonly string[];
  readonly sessionCookie: string;
  readonly redisArgs: readonly string[];
}

export const textbook: TargetApp = {
  name: 'Textbook Express app',
  file: 'test/tools/attack/textbook-app.ts',
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
  readonly instances: readonly [string, string];
  readonly sandbox: Sandbox;
  readonly redis: ReplaceableRedis;
  readonly redisLink: Link;
  readonly conventionLink: ConventionLink;
  readonly tokenLink: Link;
  /** The secret that signs the session cookie. An attacker who reads the settings knows it. */
  readonly sessionSecret: string;
  visitor(): Visitor;
  log(): string;
  reset(): Promise<void>;
}

const url = 'https://attendees.testcon.test';

/** `isSingle`: starts one instance, which then also counts as the second. */
export async function startTarget(
  t: Lifetime,
  app: TargetApp,
  { isSingle = false } = {},
): Promise<Target> {
  const [redis, sandbox] = await Promise.all([
    startReplaceableRedis(t, app.redisArgs),
    startSandbox({ redirectUris: [`${url}/login/callback`] }),
  ]);
  t.after(() => sandbox.close());
  const redisPort = Number(new URL(redis.url).port);
  const redisLink = await startLink(t, redisPort);
  const sandboxPort = Number(new URL(sandbox.url).port);
  const tokenLink = await startLink(t, sandboxPort);
  const conventionLink = await startConventionLink(t, sandboxPort);
  const sessionSecret = randomBytes(32).toString('hex');
  const settings = {
    ...createSettings({ sandbox, conventionLink, tokenLink, sessionSecret }),
    NODE_EXTRA_CA_CERTS: temporaryFile(t, conventionLink.trusted),
  };
  const startAt = (port: number) =>
    startInstance(t, app, { ...settings, REDIS_URL: `redis://127.0.0.1:${port}` });
  const starting = startAt(redisLink.port);
  const [first, second] = await Promise.all([starting, isSingle ? starting : startAt(redisPort)]);

  return {
    ...app,
    url,
    instances: [first.listensAt, second.listensAt],
    sandbox,
    redis,
    redisLink,
    conventionLink,
    tokenLink,
    sessionSecret,
    visitor: () => visitor({ origin: url, listensAt: first.listensAt }),
    log: () => first.output() + second.output(),
    async reset() {
      redisLink.delayMs = 0;
      redis.process.kill('SIGCONT');
      await setFaults(sandbox, []);
      await redis.command('CONFIG', 'SET', 'maxmemory', '0');
      await redis.command('FLUSHALL');
    },
  };
}

async function startReplaceableRedis(
  t: Lifetime,
  redisArgs: readonly string[],
): Promise<ReplaceableRedis> {
  const argsIn = (folder: string) => [...redisArgs, '--dir', folder];
  let args = argsIn(temporaryFolder(t));
  let redis = await startRedis(t, undefined, { args });
  const { url } = redis;
  const restart = async () => {
    redis = await startRedis(t, Number(new URL(url).port), { args });
  };
  return {
    url,
    get process() {
      return redis.process;
    },
    dump: () => redis.dump(),
    command: (...words) => redis.command(...words),
    async kill() {
      redis.process.kill('SIGKILL');
      await once(redis.process, 'exit');
    },
    async replace() {
      args = argsIn(temporaryFolder(t));
      await restart();
    },
    restart,
  };
}

function createSettings({
  sandbox,
  conventionLink,
  tokenLink,
  sessionSecret,
}: Pick<Target, 'sandbox' | 'conventionLink' | 'tokenLink' | 'sessionSecret'>): Record<
  string,
  string
> {
  return {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PUBLIC_URL: url,
    TRUST_PROXY: '1',
    CONVENTION_URL: conventionLink.url,
    CONVENTION_NAME: 'Testcon',
    OAUTH_ISSUER: sandbox.url,
    OAUTH_AUTHORIZATION_URL: `${sandbox.url}/oauth/authorize`,
    OAUTH_TOKEN_URL: `http://127.0.0.1:${tokenLink.port}/api/oauth/token`,
    OAUTH_CLIENT_ID: 'lanyard',
    OAUTH_CLIENT_SECRET: 'sandbox-secret',
    // Lanyard's badge needs this scope. The textbook app has no badge.
    SERVICE_SCOPES: 'registration:read',
    SESSION_SECRETS: sessionSecret,
    ENCRYPTION_KEYS: `attacked:${randomBytes(32).toString('hex')}`,
    // Attacks change the convention's responses between two pages, so no page may use a cached
    // record.
    SERVER_OPTIONS: JSON.stringify({ limits: { recordCacheSeconds: 0 } }),
  };
}

async function startInstance(t: Lifetime, app: TargetApp, settings: Record<string, string>) {
  const [ready = '', ...rest] = app.ready;
  const port = await freePort();
  const child = await startChild(t, {
    file: app.file,
    // Runs in this folder, because the project root may contain a developer's .env file.
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    env: { ...settings, PORT: String(port) },
    ready,
  });
  const isReady = await becomesTrue(() => rest.every((line) => child.output().includes(line)), 10);
  if (!isReady) throw new Error(`${app.name} is not ready: ${child.output()}`);
  return { listensAt: `http://127.0.0.1:${port}`, output: child.output };
}
