// The apps that the benchmark compares. All of them use the same Redis and the same sandbox, and
// see the headers of a TLS proxy.
import { type Sandbox, startSandbox } from '../../../src/sandbox/app.ts';
import { testLimits, withCache } from '../../support/app/limits.ts';
import { chooseGuest } from '../../support/app/login-steps.ts';
import { cookieHeader, visitor } from '../../support/app/visitor.ts';
import type { Lifetime } from '../../support/machine/child-app.ts';
import { freePort } from '../../support/machine/free-port.ts';
import { sandboxSettings } from '../../support/platform/sandbox-settings.ts';
import { startRedis, type TestRedis } from '../../support/redis/redis.ts';
import { type Contender, startContender } from './contender.ts';
import { image } from './image.ts';

export const url = 'https://attendees.testcon.test';

const builtLanyard = 'test/lab/benchmark/built-lanyard.ts';
/**
 * Longer than in production, because Redis may be slow on a busy machine, and error pages, which
 * are cheaper, would flatter the result.
 */
const redisDeadlineMs = 10_000;
const cached = { SERVER_OPTIONS: JSON.stringify({ limits: withCache, redisDeadlineMs }) };
const uncached = { SERVER_OPTIONS: JSON.stringify({ limits: testLimits, redisDeadlineMs }) };

interface Program {
  readonly file: string;
  readonly env?: Record<string, string>;
  readonly nodeArguments?: readonly string[];
}

export const programs = {
  Lanyard: { file: builtLanyard, env: cached },
  'Lanyard again': { file: builtLanyard, env: cached },
  'Lanyard, uncached': { file: builtLanyard, env: uncached },
  /** Starts with the container image's arguments. The others start with the same command as `T`. */
  'Lanyard in the image': {
    file: builtLanyard,
    env: { ...cached, ...image.env },
    nodeArguments: [...image.nodeArguments, '--expose-gc'],
  },
  T: { file: 'test/lab/attack/textbook-app.ts' },
} satisfies Record<string, Program>;

export type Name = keyof typeof programs;

export interface Backends {
  readonly redis: TestRedis;
  readonly sandbox: Sandbox;
}

export async function startBackends(t: Lifetime, attendees: number): Promise<Backends> {
  const redis = await startRedis(t);
  const sandbox = await startSandbox({ redirectUris: [`${url}/login/callback`], attendees });
  t.after(() => sandbox.close());
  return { redis, sandbox };
}

export async function start(
  t: Lifetime,
  { redis, sandbox }: Backends,
  { name, env }: { name: Name; env?: Record<string, string> },
): Promise<Contender> {
  const program: Program = programs[name];
  const contender = await startContender({
    ...program,
    env: {
      ...sandboxSettings({ publicUrl: url, sandboxUrl: sandbox.url, redisUrl: redis.url }),
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
      TRUST_PROXY: '1',
      SERVICE_SCOPES: 'registration:read',
      CONVENTION_DAYS: '2027-07-02/2027-07-05',
      ...program.env,
      ...env,
    },
  });
  t.after(() => contender.stop());
  return contender;
}

/** Logs in as `guest-1`, `guest-2` and so on. Resolves to a Cookie header for each. */
export async function logInMany({ origin }: Contender, count: number): Promise<string[]> {
  const cookies: string[] = [];
  while (cookies.length < count) cookies.push(await logInAs(origin, `guest-${cookies.length + 1}`));
  return cookies;
}

export async function logInAs(origin: string, key: string): Promise<string> {
  const who = visitor({ origin: url, listensAt: origin });
  const page = await chooseGuest(who, await who.open(`${url}/profile`), key);
  if (page.status !== 200 || page.url.pathname !== '/profile')
    throw new Error(`${key} cannot log in: ${page.status} on ${page.url.pathname}`);
  return cookieHeader(who.cookies(url)).cookie ?? '';
}
