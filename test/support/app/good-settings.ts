import assert from 'node:assert/strict';
import { ConfigError, readConfig } from '../../../src/settings/config.ts';

export const goodSettings = {
  PUBLIC_URL: 'http://localhost:3000',
  CONVENTION_URL: 'http://127.0.0.1:4000',
  OAUTH_CLIENT_ID: 'lanyard',
  OAUTH_CLIENT_SECRET: 'client-secret-of-the-tests',
  REDIS_URL: 'redis://:redis-password-of-the-tests@127.0.0.1:6379',
  SESSION_SECRETS: '7b1e4d90c2a85f36-of-the-tests-e8d3516f',
  ENCRYPTION_KEYS: 'k1:9f2c61d07be8453ab1c70f5de6294a8836d15c9be07f24a1d8835b6fc20e794a',
};

export function problemsOf(settings: Record<string, string>): string[] {
  try {
    readConfig(settings);
    return [];
  } catch (error) {
    assert.ok(error instanceof ConfigError, String(error));
    return error.message.split('\n');
  }
}
