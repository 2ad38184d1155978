// Stops the production server without losing requests that a proxy sends in the meantime.
import type { Server, ServerResponse } from 'node:http';
import { isatty } from 'node:tty';
import type { Log } from '../log/log.ts';

const defaultLongestStopMs = 10_000;
/**
 * How long the server accepts connections after SIGTERM. Kubernetes sends SIGTERM a few seconds
 * before all its proxies know that the pod is going away. The last requests can use the rest of
 * `defaultLongestStopMs`, which is Docker's grace period.
 */
export const acceptAfterSigtermMs = 5000;

/** Without a handler, these signals would end the process at once, or open Node's debugger. */
export const handledSignals = [
  'SIGTERM',
  'SIGINT',
  'SIGQUIT',
  'SIGUSR2',
  'SIGHUP',
  'SIGUSR1',
] as const;

/** Determined at startup, because `isatty` returns false once the terminal is closed. */
const isInTerminal = isatty(0);

/**
 * Whether a signal does not mean "stop". Log rotation sends SIGHUP or SIGUSR1, but our log is
 * standard output. In a terminal, SIGHUP means that the terminal was closed.
 */
function isIgnored(signal: NodeJS.Signals): boolean {
  return signal === 'SIGUSR1' || (signal === 'SIGHUP' && !isInTerminal);
}

interface ServerStopOptions {
  /** Aborted when shutdown begins, so that the readiness probe fails. */
  readonly stopping: AbortController;
  /** How long the server accepts connections after SIGTERM. */
  readonly acceptMs: number;
  /** Closed in this order after the last response. */
  readonly closeables: readonly { close(): Promise<void> }[];
  readonly longestStopMs?: number | undefined;
  readonly log: Log;
}

/**
 * Returns a signal handler, which lets requests in progress complete, for up to `longestStopMs`,
 * and exits with code 0. After SIGTERM, the server still accepts connections for `acceptMs`. After
 * any other signal that is not ignored, or after a second one, somebody is probably waiting, so the
 * server rejects new connections at once.
 */
export function prepareStop(
  server: Server,
  { stopping, acceptMs, closeables, longestStopMs = defaultLongestStopMs, log }: ServerStopOptions,
): (signal: NodeJS.Signals) => void {
  const lastResponses = prepareLastResponses(server);
  let startedAt = 0;
  let isRefusing = false;

  function begin(signal: NodeJS.Signals): void {
    log.info({ signal }, 'stopping: requests in progress complete');
    startedAt = performance.now();
    stopping.abort();
    lastResponses();
    setTimeout(() => {
      log.warn('stopping took too long: open connections are closed');
      server.closeAllConnections();
    }, longestStopMs).unref();
  }

  function refuseConnections(): void {
    if (isRefusing) return;
    isRefusing = true;
    log.info('new connections are refused');
    server.close(async () => {
      for (const each of closeables) await each.close();
      log.info({ ms: Math.round(performance.now() - startedAt) }, 'stopped');
      process.exit(0);
    });
    server.closeIdleConnections();
  }

  return (signal) => {
    if (isIgnored(signal))
      return log.info({ signal }, 'ignored a signal that does not stop the server');
    const isFirst = !stopping.signal.aborted;
    if (isFirst) begin(signal);
    if (isFirst && signal === 'SIGTERM' && server.listening)
      setTimeout(refuseConnections, acceptMs);
    else refuseConnections();
  };
}

/**
 * Returns a function that makes every later response close its connection. Otherwise, the proxy
 * would keep using busy connections until the process exits, and would then retry requests on
 * another instance, such as a callback whose code has already been used.
 */
function prepareLastResponses(server: Server): () => void {
  const running = new Set<ServerResponse>();
  let isStopping = false;
  const closeConnection = (res: ServerResponse) => {
    if (!res.headersSent) res.setHeader('Connection', 'close');
  };
  // This listener runs before the app, which may respond at once.
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
