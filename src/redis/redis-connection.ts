// Keeps a Redis client connected through restarts and failovers.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { ClientOfflineError, type RedisClientType } from 'redis';
import { keyPrefixes } from '../login/login.ts';
import { explainRefusal } from './closed-connection.ts';
import {
  commandOptions,
  connectInTime,
  connectTimeout,
  createClientOfServer,
  createRedisClient,
  disconnect,
  queueOptions,
  type RedisClient,
} from './redis-client.ts';
import { createRenewal } from './redis-renewal.ts';
import { parseRedisUrl, type RedisUrl } from './redis-url.ts';

/** Receives `true` when Redis is connected, and `false` for each new reason why it is not. */
export type OnStateChange = (up: boolean, reason?: unknown) => void;

export interface RedisConnection {
  /** Returns the client for the next command. May throw while Redis is down. */
  client(): RedisClient;
  /** Returns the last error while Redis is down, and otherwise undefined. */
  lastError(): Error | undefined;
  /**
   * While the server is known to reject writes, waits for the attempt to renew the connection, and
   * rejects if it fails.
   */
  whenWritable(): Promise<void>;
  /**
   * Call this if a server has rejected a command that was sent at `sentAt` (performance.now()).
   * Resolves when a new connection reaches a server that accepts writes. Rejects if the first
   * attempt fails.
   */
  renew(error: Error, sentAt: number): Promise<void>;
  /** Call this after a command has timed out, because another server may have taken over. */
  reportTimeout(): void;
  close(): void;
}

/**
 * Connects and reconnects in the background. The first attempt starts in setImmediate, because
 * creating the app blocks the event loop for longer than the connect timeout.
 */
export function connectRedis(
  redisUrl: string,
  { onStateChange, prefix }: { onStateChange: OnStateChange; prefix: string },
): RedisConnection {
  const closing = new AbortController();
  const parsedUrl = parseRedisUrl(redisUrl);
  const report = createReport({ onStateChange, parsedUrl, closed: closing.signal });
  const connectTo = parsedUrl.kind === 'server' ? connectServer : connectGroup;
  const connection: Connection = connectTo(redisUrl, {
    ...report,
    // A connected server may still reject writes, so Redis is reported as up only after a test
    // write.
    up: () => renewal.reportUp(connection.client()),
  });
  const renewal = createRenewal({
    connect: connection.connectAnew,
    report,
    pauseMs,
    probeKey: `${prefix}${keyPrefixes.sessionEnd}probe`,
  });
  return {
    ...connection,
    ...renewal,
    lastError: report.lastError,
    close() {
      closing.abort();
      renewal.close();
      connection.close();
    },
  };
}

interface Connection extends Pick<RedisConnection, 'client' | 'reportTimeout' | 'close'> {
  /** Replaces the connection, and resolves to the new client. */
  connectAnew(): Promise<RedisClient>;
}

function connectServer(url: string, report: Report): Connection {
  let client = createServerClient(url, report);
  // The error listener already reports failures, and the client keeps trying.
  const start = setImmediate(() => client.connect().catch(() => {}));
  return {
    client: () => client,
    async connectAnew() {
      const next = createServerClient(url, report);
      const ready = once(next, 'ready');
      next.connect().catch(() => {});
      try {
        await ready;
      } catch (error) {
        disconnect(next);
        throw error;
      }
      disconnectLater(client);
      client = next;
      return next;
    },
    reportTimeout: () => {},
    close() {
      clearImmediate(start);
      disconnect(client);
    },
  };
}

/** Maximum pause between attempts, without its random part, in milliseconds. */
const longestRetryMs = 2000;

function createServerClient(url: string, report: Report): RedisClientType {
  const client = createClientOfServer({
    url,
    ...queueOptions,
    commandOptions,
    // Must be less than the socket timeout. Pings keep idle connections open and detect frozen
    // servers.
    pingInterval: 3000,
    socket: {
      connectTimeout,
      socketTimeout: 8000,
      reconnectStrategy: (retries) =>
        Math.min(50 * 2 ** retries, longestRetryMs) + Math.floor(Math.random() * 100),
    },
  });
  return client.on('ready', report.up).on('error', report.down);
}

const [shortestPauseMs, longestPauseMs] = [500, 1000];
const pauseMs = () => shortestPauseMs + Math.random() * (longestPauseMs - shortestPauseMs);

/**
 * Connects to a cluster or sentinels. If a server is lost, new clients are created until one of
 * them connects. Meanwhile, the old client keeps executing the commands that it can.
 */
function connectGroup(redisUrl: string, report: Report): Connection {
  const closing = new AbortController();
  let current: RedisClient | undefined;
  let isReconnecting = false;

  function isUp(): boolean {
    if (!current || !isComplete(current)) return false;
    report.up();
    return true;
  }

  async function connect(): Promise<void> {
    let reason: Error | undefined;
    const next = createRedisClient(redisUrl, (error) => {
      reason = error;
      if (next === current) onError(error);
    });
    try {
      await connectInTime(next);
    } catch (error) {
      if (!isUp()) report.down(reason ?? (error as Error));
      return;
    }
    if (current) disconnectLater(current);
    current = next;
    if (closing.signal.aborted) disconnect(next);
  }

  async function reconnect(): Promise<void> {
    if (isReconnecting || closing.signal.aborted) return;
    isReconnecting = true;
    do {
      await connect();
      isUp();
      await sleep(pauseMs(), undefined, closing).catch(() => {});
    } while (!closing.signal.aborted && !isUp());
    isReconnecting = false;
  }

  function onError(error: Error): void {
    if (isUp()) return;
    report.down(error);
    reconnect();
  }

  setImmediate(reconnect);
  return {
    client: () => usable(current),
    connectAnew: () => connect().then(() => usable(current)),
    reportTimeout: reconnect,
    close() {
      closing.abort();
      if (current) disconnect(current);
    },
  };
}

function usable(client: RedisClient | undefined): RedisClient {
  if (!client || !isUsable(client)) throw new ClientOfflineError();
  return client;
}

/** Whether every server that the client needs is connected: in a cluster, each master. */
function isComplete(client: RedisClient): boolean {
  if ('masters' in client)
    return client.isReady && client.masters.every((node) => node.client?.isReady);
  return isUsable(client);
}

/** Whether the client can send commands, even if some servers of a cluster are missing. */
function isUsable(client: RedisClient): boolean {
  return client.isReady && !('getMasterNode' in client && client.getMasterNode() === undefined);
}

/**
 * How long a replaced connection stays open, so that pending commands can complete. Longer than the
 * command timeout.
 */
const oldConnectionMs = 1000;

function disconnectLater(client: RedisClient): void {
  setTimeout(() => disconnect(client), oldConnectionMs).unref();
}

interface Report {
  readonly up: () => unknown;
  readonly down: (reason: Error) => unknown;
}

interface ReportOptions {
  readonly onStateChange: OnStateChange;
  readonly parsedUrl: RedisUrl;
  /** When this signal is aborted, reporting stops. */
  readonly closed: AbortSignal;
}

/**
 * Reports each change once. While Redis is down, also reports each new reason, because the first
 * one is often only that the connection was closed.
 */
function createReport({
  onStateChange,
  parsedUrl,
  closed,
}: ReportOptions): Report & Pick<RedisConnection, 'lastError'> {
  const reasons = new Set<string>();
  let isUp = false;
  let lastError: Error | undefined;

  function reportLoss(error: Error & { code?: string }): void {
    isUp = false;
    lastError = error;
    const [firstWord] = error.message.split(' ');
    const reason = `${error.constructor.name} ${error.code} ${firstWord}`;
    if (!reasons.has(reason)) onStateChange(false, error);
    reasons.add(reason);
  }

  return {
    lastError: () => lastError,
    up() {
      reasons.clear();
      lastError = undefined;
      if (!isUp) onStateChange(true);
      isUp = true;
    },
    async down(error) {
      if (isUp) return reportLoss(error);
      const reason = await explainRefusal(error, parsedUrl, closed);
      if (!isUp && !closed.aborted) reportLoss(reason);
    },
  };
}
