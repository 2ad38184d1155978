// When a client is dropped that sends its request slowly, or takes its answer slowly.
import type { Server } from 'node:http';

/** Milliseconds. By default, Node checks for slow clients only every 30 seconds. */
export const slowClientOptions = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1000,
  /**
   * For an idle connection. Longer than a proxy keeps one: whoever closes first loses no request,
   * and 60 seconds are common.
   */
  keepAliveTimeout: 75_000,
};

/** Far more than the slowest page and the slowest network need. */
const defaultLongestAnswerMs = 60_000;

/** Node bounds how slowly a client may send its request, but not how slowly it may read. */
export function dropSlowReaders(
  server: Pick<Server, 'on'>,
  longestAnswerMs = defaultLongestAnswerMs,
): void {
  server.on('request', (req, res) => {
    const timer = setTimeout(() => req.socket.destroy(), longestAnswerMs);
    res.once('close', () => clearTimeout(timer));
  });
}
