// Starts the contenders of a run, and logs in their visitors.
import { request } from 'undici';
import { freePort } from '../../support/free-port.ts';
import type { TestRedis } from '../../support/redis.ts';
import { sandboxSettings } from '../../support/sandbox-settings.ts';
import { type Contender, startContender } from './contender.ts';
import { connections, logIn, navigation, openConnections } from './load.ts';
import type { Runner } from './rounds.ts';
import { type Program, programs } from './scenarios.ts';

export interface RunnerOptions {
  readonly programs: Readonly<Record<string, Program>>;
  /** The binary of Node that runs them. */
  readonly node: string;
  readonly redis: TestRedis;
  readonly platformUrl: string;
}

export type Start = (name: string, env?: Record<string, string>) => Promise<Contender>;

/** Returns a function that starts a contender. Their pages are as long as ours. */
export async function createStart(options: RunnerOptions): Promise<Start> {
  const sizes = await measurePages(options);
  console.log(`\nBytes of our pages: ${JSON.stringify(sizes)}`);
  return (name, env) => start(name, options, { PAGE_SIZES: JSON.stringify(sizes), ...env });
}

async function start(
  name: string,
  options: RunnerOptions,
  env: Record<string, string> = {},
): Promise<Contender> {
  const { node, redis, platformUrl } = options;
  const program = options.programs[name];
  if (!program) throw new Error(`no contender ${name}`);
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  return startContender({
    name,
    file: program.file,
    port,
    env: {
      ...sandboxSettings({ publicUrl, sandboxUrl: platformUrl, redisUrl: redis.url }),
      HOST: '127.0.0.1',
      SERVICE_SCOPES: 'registration:read',
      // The benchmark is one person on one network.
      LOGINS_PER_MINUTE: '1000000',
      PAGES_PER_MINUTE: '1000000',
      PLATFORM_URL: platformUrl,
      ...program.env,
      ...env,
    },
    node,
  });
}

async function measurePages(options: RunnerOptions): Promise<Record<string, number>> {
  const contender = await start('Lanyard', options);
  const cookie = await logIn(contender.origin, programs.Lanyard.loginPath);
  const sizes: Record<string, number> = {};
  for (const path of ['/', '/profile', '/badge-name']) {
    const headers = { ...navigation, ...(path !== '/' && { cookie }) };
    const page = await request(new URL(path, contender.origin), { headers });
    if (page.statusCode !== 200) throw new Error(`${path}: ${page.statusCode}`);
    sizes[path] = (await page.body.arrayBuffer()).byteLength;
  }
  await contender.stop();
  return sizes;
}

/** Logs in a visitor for each connection. */
export async function openRunner(contender: Contender, { loginPath }: Program): Promise<Runner> {
  const cookies: string[] = [];
  while (cookies.length < connections) cookies.push(await logIn(contender.origin, loginPath));
  return {
    contender,
    loggedIn: openConnections(contender.origin, cookies),
    anonymous: openConnections(contender.origin, []),
  };
}

export async function closeRunner({ contender, loggedIn, anonymous }: Runner): Promise<void> {
  for (const { client } of [...loggedIn, ...anonymous]) await client.destroy();
  await contender.stop();
}
