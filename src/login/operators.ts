// For those who run an app with this login: what the app's settings, its checks and its own client
// use. The app itself needs only login.ts.
export { isLoopback } from './browser/loopback.ts';
export { createServiceTokens, type ServiceTokenOptions } from './oauth/oauth-client.ts';
export { isClientRefused } from './oauth/oauth-errors.ts';
export { keyPrefixes } from './store/key-names.ts';
