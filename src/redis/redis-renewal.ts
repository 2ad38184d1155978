// Gives up a connection whose server takes no writes any more: after a failover its address may
// lead elsewhere, but the connection would stay with the old server for good.
import { setTimeout as sleep } from 'node:timers/promises';
import { disconnect, type RedisClient } from './redis-client.ts';

/**
 * What a server says that has become a replica, has lost its master or its replicas (as a master
 * after a failover, which nobody follows any more), still loads its data, or asks for a password
 * that this connection did not give.
 */
const wrongServer = /^(READONLY|LOADING|MASTERDOWN|NOREPLICAS|CLUSTERDOWN|UNBLOCKED|NOAUTH)\b/;

/** Whether another server may do what this one refused. It has not done anything. */
export function isWrongServer(error: unknown): error is Error {
  return error instanceof Error && wrongServer.test(error.message);
}

export interface Renewal {
  /** Resolves while a server takes writes; rejects with what it says otherwise. */
  whenWritable(): Promise<void>;
  /**
   * Connects anew, unless that has happened since `sentAt` (performance.now()), and resolves when a
   * server takes writes. Rejects after the first failed attempt; more follow in the background.
   */
  renew(error: Error, sentAt: number): Promise<void>;
  /** To call when a server is connected: reports it, if it takes writes. It never rejects. */
  reportUp(client: RedisClient): Promise<void>;
  close(): void;
}

interface RenewalOptions {
  /** Resolves to a client with a new connection. */
  readonly connect: () => Promise<RedisClient>;
  readonly report: { readonly up: () => unknown; readonly down: (reason: Error) => unknown };
  readonly pauseMs: () => number;
  /** A key of nobody, which only a server that takes writes would delete. */
  readonly probeKey: string;
}

export function createRenewal(options: RenewalOptions): Renewal {
  const { connect, report, pauseMs, probeKey } = options;
  const closing = new AbortController();
  /** The attempt that runs, or the last one that failed. */
  let attempt: Promise<void> | undefined;
  let renewedAt = 0;

  async function tryOnce(): Promise<void> {
    const client = await connect();
    if (closing.signal.aborted) return disconnect(client);
    await client.del(probeKey);
  }

  function startTrying(error: Error): void {
    report.down(error);
    attempt = tryOnce();
    tryUntilWritable();
  }

  async function tryUntilWritable(): Promise<void> {
    while (attempt) {
      try {
        await attempt;
        renewedAt = performance.now();
        attempt = undefined;
        report.up();
      } catch (error) {
        report.down(error as Error);
        await sleep(pauseMs(), undefined, closing).catch(() => {});
        attempt = closing.signal.aborted ? undefined : tryOnce();
      }
    }
  }

  return {
    whenWritable: async () => attempt,
    async renew(error, sentAt) {
      if (sentAt < renewedAt) return;
      if (!attempt) startTrying(error);
      await attempt;
    },
    async reportUp(client) {
      if (attempt) return;
      try {
        await client.del(probeKey);
      } catch (error) {
        // Any other failure is one of its command, or ends the connection.
        if (isWrongServer(error) && !attempt) startTrying(error);
      }
      if (!attempt) report.up();
    },
    close: () => closing.abort(),
  };
}
