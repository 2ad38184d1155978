// Valid settings, for tests that change one of them.

export const goodSettings = {
  PUBLIC_URL: 'http://localhost:3000',
  CONVENTION_URL: 'http://127.0.0.1:4000',
  OAUTH_CLIENT_ID: 'lanyard',
  OAUTH_CLIENT_SECRET: 'client-secret-of-the-tests',
  REDIS_URL: 'redis://:redis-password-of-the-tests@127.0.0.1:6379',
  SESSION_SECRETS: 'session-secret-of-the-tests-0123456789',
  ENCRYPTION_KEYS: `k1:${'0123456789abcdef'.repeat(4)}`,
};
