import { type OpenRedisKeys, openRedisKeys } from '../../../src/redis/open-redis-keys.ts';

/**
 * Resolves when Redis is connected. A command may take ten seconds, because test machines are busy.
 * Tests of the timeout set their own `deadlineMs`.
 */
export function reachRedisKeys(
  url: string,
  options: Omit<Parameters<typeof openRedisKeys>[1], 'onStateChange'> = {},
): Promise<OpenRedisKeys> {
  return new Promise((resolve) => {
    const onStateChange = (isUp: boolean) => isUp && resolve(keys);
    const keys = openRedisKeys(url, { deadlineMs: 10_000, ...options, onStateChange });
  });
}
