// A key store in Redis, for tests that are not about its deadline.
import { type KeyStore, openRedisKeys } from '../../src/login/login.ts';

/** Resolves when Redis is reached. A command may take ten seconds: machines are busy. */
export function reachRedisKeys(
  url: string,
  options: Omit<Parameters<typeof openRedisKeys>[1], 'onStateChange'> = {},
): Promise<KeyStore> {
  return new Promise((resolve) => {
    const onStateChange = (isUp: boolean) => isUp && resolve(keys);
    const keys = openRedisKeys(url, { deadlineMs: 10_000, ...options, onStateChange });
  });
}
