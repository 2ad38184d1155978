// Starts the production server: opens Redis, creates the app and listens.
import type { Server } from 'node:http';
import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApp, type Limits } from '../app.ts';
import type { Finding } from '../checks/finding.ts';
import { checkPlatform } from '../checks/platform.ts';
import { readSafeConfig } from '../checks/read-safe-config.ts';
import { checkRedisAtStart } from '../checks/redis.ts';
import { useProxyOfEnvironment } from '../convention/connections.ts';
import { watchForAudit } from '../log/audit.ts';
import { createLog, type Log } from '../log/log.ts';
import { createMetrics, type Metrics } from '../log/metrics.ts';
import { isLoopback, redirectUri } from '../login/login.ts';
import { openRedisKeys } from '../redis/open-redis-keys.ts';
import { type Config, orExit } from '../settings/config.ts';
import { hostAndPort } from '../settings/listen-address.ts';
import { createSiteConvention } from '../wiring/site-convention.ts';
import { type AppServerOptions, createAppServer } from './app-server.ts';
import { expressMessages } from './express-prototypes.ts';
import { watchKeyRings } from './key-ring-watch.ts';
import { createMetricsServer } from './metrics-server.ts';
import { watchPlatform } from './platform-watch.ts';
import { watchRedis } from './redis-watch.ts';
import { acceptAfterSigtermMs, prepareStop } from './stop-server.ts';

/** Options for tests. Production uses the defaults. */
export interface StartOptions {
  readonly now?: () => number;
  readonly redisDeadlineMs?: number;
  readonly redisWatchMs?: number;
  readonly platformCacheMs?: number;
  readonly slowClients?: AppServerOptions;
  readonly acceptMs?: number;
  readonly longestStopMs?: number;
  readonly limits?: Limits;
}

/**
 * How long Node tries one IP address of a host before the next. The default (250 ms on Node 20) is
 * too short, because TCP resends a lost SYN after a second (RFC 6298 2).
 */
const addressMs = 1500;
const redisCheckMs = 5000;
/**
 * The timeout for each request in a platform check, which sends several. Many monitors time out
 * after 10 seconds.
 */
const platformCheckDeadlineMs = 4000;
const defaultRedisWatchMs = 10_000;
/** How long startup waits for Redis. After that, the public pages work without it. */
const longestRedisWaitMs = 1000;

/** Returns the signal handler that stops the server (stop-server.ts). */
export function startServer(
  env: NodeJS.ProcessEnv,
  options: StartOptions = {},
): (signal: NodeJS.Signals) => void {
  setDefaultAutoSelectFamilyAttemptTimeout(addressMs);
  const { now = Date.now, limits } = options;
  const { node } = process.versions;
  const { config, findings } = orExit(() => readSafeConfig(env, node, now()));
  if (config.usesProxy) useProxyOfEnvironment();
  const log = createLog('info');
  logFindings(findings, log);
  const metrics = config.metricsPort ? openMetrics(config, log) : undefined;
  const { keys, firstState, rings } = openRedis(config, { log, metrics, options });
  const convention = createSiteConvention(config, { log, now, onCall: metrics?.countCall });
  const isDevelopment = isLoopback(config.publicUrl);
  const banner = isDevelopment ? 'banner.development' : undefined;
  const stopping = new AbortController();
  const platform = openPlatformWatch(config, { log, metrics, options });
  const { ready } = keys;
  const whyNoLogins = async () => rings.conflict() ?? (await platform());
  const app = createApp({
    config,
    keys,
    ready,
    stopping: stopping.signal,
    convention,
    log,
    metrics,
    whyNoLogins,
    banner,
    now,
    limits,
  });

  endAfterDefect(log);
  // When it stops in development, the server refuses new connections at once: no proxy is still
  // sending requests, and `npm run dev` waits for the process to exit.
  const {
    slowClients,
    acceptMs = isDevelopment ? 0 : acceptAfterSigtermMs,
    longestStopMs,
  } = options;
  const server = createAppServer({ ...slowClients, ...expressMessages(app) }, app);
  const address = config.publicUrl.href;
  // Waits for the first attempt to connect to Redis, up to a limit. Any sooner, and this instance
  // would return 503 for requests that another instance could serve.
  Promise.race([firstState, sleep(longestRedisWaitMs)]).then(() =>
    listen(server, { ...config.listen, log }, (listens) => {
      log.info(
        { address, redirectUri: redirectUri(config.publicUrl).href, listens },
        'Lanyard is up',
      );
      platform();
    }),
  );
  const closeables = [rings, keys, convention];
  return prepareStop(server, { stopping, acceptMs, closeables, longestStopMs, log });
}

function openPlatformWatch(config: Config, { log, metrics, options }: WatchOptions) {
  const { now = Date.now, platformCacheMs: cacheMs } = options;
  return watchPlatform({
    check: () => checkPlatform({ config, deadlineMs: platformCheckDeadlineMs, now }),
    ...{ log, cacheMs },
    onChange: metrics?.setPlatformTakesLogins,
  });
}

interface WatchOptions {
  readonly log: Log;
  readonly metrics: Metrics | undefined;
  readonly options: StartOptions;
}

/** `firstState` resolves when the first attempt to connect to Redis has succeeded or failed. */
function openRedis(config: Config, { log, metrics, options }: WatchOptions) {
  const { redisDeadlineMs: deadlineMs, redisWatchMs = defaultRedisWatchMs } = options;
  let onFirstState = () => {};
  const firstState = new Promise<void>((resolve) => {
    onFirstState = resolve;
  });
  const opened = openRedisKeys(config.redisUrl ?? '', {
    deadlineMs,
    prefix: config.redisPrefix,
    onStateChange(isUp, reason) {
      onFirstState();
      watch.onStateChange(isUp, reason);
      if (!isUp) return;
      warnAboutRedis(config, log);
      watch.check();
    },
  });
  const keys = metrics?.countErrorsOf(opened) ?? opened;
  const checkAudit = watchForAudit(keys, { ...config, log });
  const rings = watchKeyRings(keys, { ...config, log });
  const { setRedisWritable: onWritable, countDataLoss: onDataLoss } = metrics ?? {};
  const alsoCheck = async () => {
    await checkAudit();
    await rings.check();
  };
  const watch = watchRedis(keys, { log, onWritable, onDataLoss, alsoCheck });
  setInterval(watch.check, redisWatchMs).unref();
  return { keys, firstState, rings };
}

/**
 * Exits after an uncaught error, because the process may be in an undefined state. By default, Node
 * would also print the error's message, which may contain personal data.
 */
function endAfterDefect(log: Log): void {
  process.once('uncaughtException', (error) => {
    log.fatal({ err: error }, 'a defect in Lanyard ended the process');
    process.exit(1);
  });
}

const listenProblems: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program uses this port',
  EADDRNOTAVAIL: 'this computer has no such IP address',
  EACCES: 'only root may use ports below 1024',
};

/** Exits with code 1 if the server cannot listen. */
function listen(
  server: Server,
  { host, port, log }: Config['listen'] & { readonly log: Log },
  whenUp: (listens: string) => void,
): void {
  const listens = hostAndPort({ host, port });
  server.listen(port, host, () => whenUp(listens));
  server.on('error', (error: NodeJS.ErrnoException) => {
    const reason = listenProblems[error.code ?? ''] ?? 'see the code in err';
    log.fatal({ err: error }, `cannot listen on ${listens}: ${reason}`);
    process.exit(1);
  });
}

function openMetrics(config: Config, log: Log): Metrics {
  const { publicUrl, metricsHost: host, metricsPort: port = 0 } = config;
  const metrics = createMetrics({ callbackPath: redirectUri(publicUrl).pathname });
  listen(createMetricsServer(metrics), { host, port, log }, (listens) =>
    log.info({ listens }, 'the metrics server is up'),
  );
  return metrics;
}

function logFindings(findings: readonly Finding[], log: Log): void {
  for (const { level, what, why, fix } of findings)
    if (level !== 'ok') log.warn({ why, fix }, what);
}

function warnAboutRedis(config: Config, log: Log): void {
  const site = { config, deadlineMs: redisCheckMs, now: Date.now };
  checkRedisAtStart(site).then((findings) => logFindings(findings, log));
}
