// Keeps a client of Redis connected, whatever happens to the servers.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { ClientOfflineError, type RedisClientType } from 'redis';
import { keyPrefixes } from '../login/login.ts';
import { parseRedisUrl, type RedisAddress } from './redis-address.ts';
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
import { explainRefusal } from './redis-refusal.ts';
import { createRenewal } from './redis-renewal.ts';

/**
 * Called with `true` when Redis is reached, and with `false` and the reason when it is lost, or
 * cannot be reached again for another reason.
 */
export type OnStateChange = (up: boolean, reason?: unknown) => void;

export interface RedisConnection {
  /** Returns the client for the next command. Throws if Redis is away. */
  client(): RedisClient;
  /** Returns why Redis is away: the last error of a connection. Undefined while it is there. */
  lastError(): Error | undefined;
  /** Resolves unless the server is known to take no writes; else rejects with what it said. */
  whenWritable(): Promise<void>;
  /**
   * To call when a server refused a command that was sent at `sentAt` (performance.now()) because
   * it takes no writes. Resolves when another connection leads to one that does.
   */
  renew(error: Error, sentAt: number): Promise<void>;
  /** To call when a command was not answered in time: another server may have taken over. */
  reportTimeout(): void;
  close(): void;
}

/**
 * Connects in the background, and reconnects. Not at once: while the app is being created, nobody
 * would see that the connection is there, and its deadline would pass.
 */
export function connectRedis(
  redisUrl: string,
  { onStateChange, prefix }: { onStateChange: OnStateChange; prefix: string },
): RedisConnection {
  const closing = new AbortController();
  const address = parseRedisUrl(redisUrl);
  const report = createReport({ onStateChange, address, closed: closing.signal });
  const connectTo = address.kind === 'server' ? connectServer : connectGroup;
  const connection: Connection = connectTo(redisUrl, {
    ...report,
    // A connection alone does not say that the server takes writes.
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
  /** Resolves to a client with a new connection, in place of the one before. */
  connectAnew(): Promise<RedisClient>;
}

function connectServer(url: string, report: Report): Connection {
  let client = createServerClient(url, report);
  // The error listener reports a failure; the client keeps trying.
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

/** How long to wait for the next try at most, in milliseconds. */
const longestRetryMs = 2000;

function createServerClient(url: string, report: Report): RedisClientType {
  const client = createClientOfServer({
    url,
    ...queueOptions,
    commandOptions,
    // More often than the socket timeout: keeps an idle connection, drops a frozen one.
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
/** How long to wait for the next try of a group of servers. */
const pauseMs = () => shortestPauseMs + Math.random() * (longestPauseMs - shortestPauseMs);

/**
 * Several servers. When one is lost, a new client asks the addresses who took over, again and again
 * until it is connected. Meanwhile the client before it serves what it can.
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

/** Whether every server that is needed is connected. */
function isComplete(client: RedisClient): boolean {
  if ('masters' in client)
    return client.isReady && client.masters.every((node) => node.client?.isReady);
  return isUsable(client);
}

/** Whether commands can be sent: to a cluster also if only some of its servers are there. */
function isUsable(client: RedisClient): boolean {
  return client.isReady && !('getMasterNode' in client && client.getMasterNode() === undefined);
}

/** Longer than a command may take. */
const oldConnectionMs = 1000;

/** Disconnects once the commands that were sent are over. */
function disconnectLater(client: RedisClient): void {
  setTimeout(() => disconnect(client), oldConnectionMs).unref();
}

interface Report {
  readonly up: () => unknown;
  readonly down: (reason: Error) => unknown;
}

interface ReportOptions {
  readonly onStateChange: OnStateChange;
  readonly address: RedisAddress;
  /** Aborted when nothing is to be reported any more. */
  readonly closed: AbortSignal;
}

/**
 * Reports each change once, however often the client retries; while Redis is away, also each new
 * reason, because the first may only be that the connection was closed.
 */
function createReport({
  onStateChange,
  address,
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
      const reason = await explainRefusal(error, address, closed);
      if (!isUp && !closed.aborted) reportLoss(reason);
    },
  };
}
