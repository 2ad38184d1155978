// Stops the production server without losing a request that a proxy sends meanwhile.
import type { Server, ServerResponse } from 'node:http';
import type { Log } from '../log/log.ts';

const defaultLongestStopMs = 10_000;

interface ServerStopOptions {
  /** What the answers need: closed after the last one, one after the other. */
  readonly closeables: readonly { close(): Promise<void> }[];
  /** How long running requests are waited for, in milliseconds. */
  readonly longestStopMs?: number | undefined;
  readonly log: Log;
}

/**
 * Returns the function that stops the server: it refuses new connections, answers the requests that
 * are running, and ends the process with code 0. Called again, it does nothing.
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
    log.info({ signal }, 'stopping: running requests are answered, new ones are refused');
    const startedAt = performance.now();
    lastAnswers();
    server.close(async () => {
      for (const each of closeables) await each.close();
      log.info({ ms: Math.round(performance.now() - startedAt) }, 'stopped');
      process.exit(0);
    });
    server.closeIdleConnections();
    setTimeout(() => {
      log.warn('stopping took too long: connections that were still open are cut');
      server.closeAllConnections();
    }, longestStopMs).unref();
  };
}

/**
 * Returns a function that makes each answer from then on the last one of its connection. Node alone
 * would keep a busy connection open: a proxy would go on to send requests over it until it is cut,
 * and would repeat those at another instance, among them a login whose code has been used.
 */
function prepareLastAnswers(server: Server): () => void {
  const running = new Set<ServerResponse>();
  let isStopping = false;
  const closeConnection = (res: ServerResponse) => {
    if (!res.headersSent) res.setHeader('Connection', 'close');
  };
  // Before the app: it may answer at once.
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
