// Replaces a connection whose server rejects writes. After a failover, the host name may point to a
// different server, but an open connection stays with the old one.
import { setTimeout as sleep } from 'node:timers/promises';
import { disconnect, type RedisClient } from './redis-client.ts';

/**
 * Error replies after which a different server may accept the command. They come from a server that
 * has become a replica, has lost contact with its master or replicas, cannot save to disk, does not
 * serve the slot, is still loading its data, or requires a password that this connection did not
 * send.
 */
const wrongServer =
  /^(READONLY|LOADING|MASTERDOWN|NOREPLICAS|MISCONF|MOVED|CLUSTERDOWN|UNBLOCKED|NOAUTH)\b/;

/**
 * Whether a retry may reach a different server. A server that replies with such an error has not
 * executed the command.
 */
export function isWrongServer(error: unknown): error is Error {
  return error instanceof Error && wrongServer.test(error.message);
}

export interface Renewal {
  whenWritable(): Promise<void>;
  /**
   * Connects again, unless the connection was renewed after `sentAt` (performance.now()). Resolves
   * when a server accepts writes. Rejects after the first failed attempt, and keeps trying in the
   * background.
   */
  renew(error: Error, sentAt: number): Promise<void>;
  /**
   * Reports Redis as up after a test write, unless the write fails with an error for which
   * `isWrongServer` is true. Never rejects.
   */
  reportUp(client: RedisClient): Promise<void>;
  close(): void;
}

interface RenewalOptions {
  readonly connect: () => Promise<RedisClient>;
  readonly report: { readonly up: () => unknown; readonly down: (reason: Error) => unknown };
  readonly pauseMs: () => number;
  /** A key that is never set. Deleting it tests whether the server accepts writes. */
  readonly probeKey: string;
}

export function createRenewal(options: RenewalOptions): Renewal {
  const { connect, report, pauseMs, probeKey } = options;
  const closing = new AbortController();
  /** The renewal attempt in progress, or the last one that failed. */
  let attempt: Promise<void> | undefined;
  let renewedAt = Number.NEGATIVE_INFINITY;

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
      // Only some keys have moved to a different cluster node. Without a pause, every command for
      // these keys would open a new connection.
      const pause = error.message.startsWith('MOVED') ? pauseMs() : 0;
      if (sentAt < renewedAt + pause) return;
      if (!attempt) startTrying(error);
      await attempt;
    },
    async reportUp(client) {
      if (attempt) return;
      try {
        await client.del(probeKey);
      } catch (error) {
        // Any other error affects only this command, or has already closed the connection.
        if (isWrongServer(error) && !attempt) startTrying(error);
      }
      if (!attempt) report.up();
    },
    close: () => closing.abort(),
  };
}
