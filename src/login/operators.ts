// For those who run an app with this login: what the app's settings, its checks and its own client
// use. The app itself needs only login.ts.
export { isLoopback } from './browser/loopback.ts';
export { createServiceTokens, type ServiceTokenOptions } from './oauth/oauth-client.ts';
export { isClientRefused } from './oauth/oauth-errors.ts';
export { keyPrefixes } from './store/key-names.ts';
export { parseRedisUrl, type RedisAddress, splitRedisUrl } from './store/redis-address.ts';
export { createRedisClient, type RedisClient } from './store/redis-client.ts';
export { explainRefusal } from './store/redis-refusal.ts';
