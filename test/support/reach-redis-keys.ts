// A key store in Redis, for tests that are not about its deadline.
import { type OpenRedisKeys, openRedisKeys } from '../../src/redis/open-redis-keys.ts';

/** Resolves when Redis is reached. A command may take ten seconds: machines are busy. */
export function reachRedisKeys(
  url: string,
  options: Omit<Parameters<typeof openRedisKeys>[1], 'onStateChange'> = {},
): Promise<OpenRedisKeys> {
  return new Promise((resolve) => {
    const onStateChange = (isUp: boolean) => isUp && resolve(keys);
    const keys = openRedisKeys(url, { deadlineMs: 10_000, ...options, onStateChange });
  });
}
