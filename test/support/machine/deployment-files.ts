import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { startRedis, type TestRedis } from '../redis/redis.ts';
import type { Lifetime } from './child-app.ts';
import { temporaryFile } from './temporary-folder.ts';

export function filledIn(path: string, texts: Readonly<Record<string, string>>): string {
  let filled = readFileSync(path, 'utf8');
  for (const [text, value] of Object.entries(texts)) {
    if (!filled.includes(text)) throw new Error(`${path} has no ${text}`);
    filled = filled.replaceAll(text, value);
  }
  return filled;
}

export function shippedRedisArgs(): string[] {
  const compose = readFileSync('compose.yaml', 'utf8');
  const [, words = ''] = /redis-server .*\n +(--maxmemory .*\n.*)/.exec(compose) ?? [];
  return words
    .trim()
    .split(/\s+/)
    .map((word) => word.replace('""', ''));
}

export interface RedisWithUsers extends TestRedis {
  /** The value for REDIS_URL, with the `lanyard` user. `url` uses the `operator` user instead. */
  readonly siteUrl: string;
  startAgain(): Promise<void>;
}

export async function startRedisWithUsers(
  t: Lifetime,
  ownArgs: readonly string[] = [],
): Promise<RedisWithUsers> {
  const [lanyard, operator] = [1, 2].map(() => randomBytes(32).toString('hex')) as [string, string];
  const users = filledIn('deploy/users.acl', {
    LANYARD_PASSWORD_SHA256: sha256(lanyard),
    OPERATOR_PASSWORD_SHA256: sha256(operator),
  });
  const options = {
    args: [...ownArgs, '--aclfile', temporaryFile(t, users)],
    user: `operator:${operator}`,
  };
  let redis = await startRedis(t, undefined, options);
  const { url } = redis;
  return {
    url,
    siteUrl: url.replace(`operator:${operator}`, `lanyard:${lanyard}`),
    get process() {
      return redis.process;
    },
    dump: () => redis.dump(),
    command: (...words) => redis.command(...words),
    async startAgain() {
      redis = await startRedis(t, Number(new URL(url).port), options);
    },
  };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
