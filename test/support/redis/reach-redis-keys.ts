import { type OpenRedisKeys, openRedisKeys } from '../../../src/redis/open-redis-keys.ts';

/**
 * Resolves once Redis is connected. A command may take ten seconds, because test machines are busy.
 * A test of the deadline sets its own `deadlineMs`.
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
