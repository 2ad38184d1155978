// Stops the production server without losing the requests that a proxy sends during the stop.
import type { Server, ServerResponse } from 'node:http';
import type { Log } from '../log/log.ts';

const defaultLongestStopMs = 10_000;

interface ServerStopOptions {
  /** Closed in this order after the last response. */
  readonly closeables: readonly { close(): Promise<void> }[];
  readonly longestStopMs?: number | undefined;
  readonly log: Log;
}

/**
 * Returns a function that refuses new connections, completes requests in progress, and exits with
 * code 0. Further calls do nothing.
 */
export function prepareStop(
  server: Server,
  { closeables, longestStopMs = defaultLongestStopMs, log }: ServerStopOptions,
): (signal: NodeJS.Signals) => void {
  const lastAnswers = prepareLastAnswers(server);
  let isStopping = false;
  return (signal) => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'stopping: requests in progress complete, new ones are refused');
    const startedAt = performance.now();
    lastAnswers();
    server.close(async () => {
      for (const each of closeables) await each.close();
      log.info({ ms: Math.round(performance.now() - startedAt) }, 'stopped');
      process.exit(0);
    });
    server.closeIdleConnections();
    setTimeout(() => {
      log.warn('stopping took too long: open connections are closed');
      server.closeAllConnections();
    }, longestStopMs).unref();
  };
}

/**
 * Returns a function that makes every later response close its connection. Otherwise, Node would
 * keep a busy connection open, and the proxy would keep using it. When the process ends, the proxy
 * would then retry requests on another instance, such as a login whose code is already used.
 */
function prepareLastAnswers(server: Server): () => void {
  const running = new Set<ServerResponse>();
  let isStopping = false;
  const closeConnection = (res: ServerResponse) => {
    if (!res.headersSent) res.setHeader('Connection', 'close');
  };
  // This listener comes before the app, which may respond at once.
  server.prependListener('request', (_req, res) => {
    if (isStopping) return closeConnection(res);
    running.add(res);
    res.once('close', () => running.delete(res));
  });
  return () => {
    isStopping = true;
    for (const res of running) closeConnection(res);
  };
}
