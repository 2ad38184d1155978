import { freePort } from '../../support/machine/free-port.ts';
import { sandboxSettings } from '../../support/platform/sandbox-settings.ts';
import type { TestRedis } from '../../support/redis/redis.ts';
import { type Contender, startContender } from './contender.ts';
import { connections, logIn, openConnections } from './load.ts';
import type { Runner } from './rounds.ts';
import type { Program } from './scenarios.ts';

export interface RunnerOptions {
  readonly programs: Readonly<Record<string, Program>>;
  readonly node: string;
  readonly redis: TestRedis;
  readonly platformUrl: string;
}

export type Start = (name: string, env?: Record<string, string>) => Promise<Contender>;

export function createStart(options: RunnerOptions): Start {
  const { node, redis, platformUrl } = options;
  return async (name, env) => {
    const program = options.programs[name];
    if (!program) throw new Error(`no contender ${name}`);
    const port = await freePort();
    const publicUrl = `http://127.0.0.1:${port}`;
    const at = { publicUrl, sandboxUrl: platformUrl, redisUrl: redis.url };
    const settings = { ...settingsOf(at), ...program.env, ...env };
    const { file, nodeArguments = [] } = program;
    return startContender({ name, file, port, env: settings, node, nodeArguments });
  };
}

function settingsOf(at: Parameters<typeof sandboxSettings>[0]): Record<string, string> {
  return {
    ...sandboxSettings(at),
    HOST: '127.0.0.1',
    SERVICE_SCOPES: 'registration:read',
    CONVENTION_DAYS: '2027-07-02/2027-07-05',
  };
}

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
