// Starts the production server: opens Redis, creates the app and listens. It stops cleanly.
import type { Server, ServerOptions } from 'node:http';
import { createApp } from './app.ts';
import { createAppServer } from './app-server.ts';
import { readConfigOrExit } from './config.ts';
import { createLog } from './log.ts';
import { isLoopback, openRedisKeys, redirectUri } from './login/login.ts';
import { createSiteConvention } from './site-convention.ts';

/** Options that production leaves at their defaults; tests set their own. */
export interface StartOptions {
  /** The clock, in milliseconds since 1970. */
  readonly now?: () => number;
  /** The deadline of a Redis command, in milliseconds. */
  readonly redisDeadlineMs?: number;
  /** When to drop a client that sends its request slowly. */
  readonly slowClients?: ServerOptions;
  /** When to drop a client that takes its answer slowly, in milliseconds after its request. */
  readonly longestAnswerMs?: number;
  /** How long a stop waits for running requests, in milliseconds. */
  readonly longestStopMs?: number;
}

/** Milliseconds. By default, Node checks for slow clients only every 30 seconds. */
const defaultSlowClients = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1000,
};
/** Far more than the slowest page and the slowest network need. */
const defaultLongestAnswerMs = 60_000;
const defaultLongestStopMs = 10_000;

/**
 * Starts the server and returns the function that stops it: running requests are answered, then the
 * process exits with code 0.
 */
export function startServer(env: NodeJS.ProcessEnv, options: StartOptions = {}): () => void {
  const config = readConfigOrExit(env);
  const log = createLog(config.logLevel);
  for (const warning of config.warnings) log.warn(warning);
  const keys = openRedisKeys(config.redisUrl ?? '', {
    deadlineMs: options.redisDeadlineMs,
    onStateChange(up, reason) {
      if (up) log.info('Redis is reached');
      else
        log.error(
          { err: reason },
          'Redis is away: pages that need a login answer 503 until it is back',
        );
    },
  });
  const { now = Date.now } = options;
  const convention = createSiteConvention(config, { log, now });
  const banner = isLoopback(config.publicUrl) ? 'banner.development' : undefined;
  const app = createApp({ config, keys, convention, log, banner, now });

  const server = createAppServer(options.slowClients ?? defaultSlowClients, app);
  dropSlowReaders(server, options.longestAnswerMs ?? defaultLongestAnswerMs);
  const { port, host } = config.listen;
  server.listen(port, host, () => {
    log.info(
      { address: config.publicUrl.href, redirectUri: redirectUri(config.publicUrl).href },
      'Lanyard is up',
    );
  });
  server.on('error', (error) => {
    log.fatal({ err: error }, `cannot listen on ${host}:${port}`);
    process.exit(1);
  });
  const { longestStopMs = defaultLongestStopMs } = options;
  return () => stop(server, { closeables: [keys, convention], longestStopMs });
}

/** Node bounds how slowly a client may send its request, but not how slowly it may read. */
function dropSlowReaders(server: Server, longestAnswerMs: number): void {
  server.on('request', (req, res) => {
    const timer = setTimeout(() => req.socket.destroy(), longestAnswerMs);
    res.once('close', () => clearTimeout(timer));
  });
}

function stop(
  server: Server,
  {
    closeables,
    longestStopMs,
  }: { closeables: readonly { close(): Promise<void> }[]; longestStopMs: number },
): void {
  server.close(async () => {
    await Promise.all(closeables.map((each) => each.close()));
    process.exit(0);
  });
  server.closeIdleConnections();
  setTimeout(() => server.closeAllConnections(), longestStopMs).unref();
}
