import { randomBytes } from 'node:crypto';

export function sandboxSettings(at: {
  publicUrl: string;
  sandboxUrl: string;
  redisUrl: string;
}): Record<string, string> {
  return {
    PUBLIC_URL: at.publicUrl,
    CONVENTION_URL: at.sandboxUrl,
    CONVENTION_NAME: 'Testcon',
    OAUTH_CLIENT_ID: 'lanyard',
    OAUTH_CLIENT_SECRET: 'sandbox-secret',
    REDIS_URL: at.redisUrl,
    SESSION_SECRETS: randomBytes(32).toString('hex'),
    ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('hex')}`,
  };
}
