// Production starts here: read the settings, open Redis, listen, and stop cleanly when asked to.
import { createServer } from 'node:http';
import { createApp } from './app.ts';
import { readConfigOrExit } from './config.ts';
import { createConvention } from './convention/convention.ts';
import { createLog } from './log.ts';
import { redirectUri } from './login/login.ts';
import { openRedisStore } from './redis-store.ts';
import { isLoopback } from './setting-values.ts';

/** Milliseconds: who is slower than this with a request is let go (Node looks only every 30 seconds by itself). */
const slowClients = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 1000 };
const longestStopMs = 10_000;

try {
  process.loadEnvFile();
} catch {
  // No .env file: the environment says it all.
}

const config = readConfigOrExit(process.env);
const log = createLog(config.logLevel);
const keys = openRedisStore(config.redisUrl ?? '', (up, reason) => {
  if (up) log.info('Redis is reached');
  else log.error({ err: reason }, 'Redis is away: pages that need a login answer 503 until it is back');
});
const convention = createConvention({ ...config.api, log });
const banner = isLoopback(config.publicUrl) ? 'banner.development' : undefined;
const server = createServer(slowClients, createApp({ config, keys, convention, log, banner }));
server.listen(config.listen.port, config.listen.host, () => {
  log.info({ address: config.publicUrl.href, redirectUri: redirectUri(config.publicUrl).href }, 'Lanyard is up');
});

server.on('error', (error) => {
  log.fatal({ err: error }, `cannot listen on ${config.listen.host}:${config.listen.port}`);
  process.exit(1);
});

const stop = () => {
  server.close(async () => {
    await Promise.all([keys.close(), convention.close()]);
    process.exit(0);
  });
  server.closeIdleConnections();
  setTimeout(() => server.closeAllConnections(), longestStopMs).unref();
};
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
