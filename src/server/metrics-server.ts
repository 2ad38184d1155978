// The operators' server on METRICS_PORT: Prometheus metrics and the running version.
import { createServer, type Server } from 'node:http';
import { instance } from '../log/instance.ts';
import type { Metrics } from '../log/metrics.ts';

/** Matches a host name that contains a dot and is not an IP address. */
const publicName = /^(?!\[|[\d.:]+$).*\./;

/**
 * The server responds with 421 to a request for a public name, because another site could point its
 * name to this server and read the metrics through an operator's browser (DNS rebinding).
 */
export function createMetricsServer({ registry }: Metrics): Server {
  return createServer(async (req, res) => {
    res.setHeader('Cache-Control', 'no-store');
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    if (publicName.test(req.headers.host ?? '')) {
      res.statusCode = 421;
      res.end('Use an IP address, localhost, or a name without a dot.\n');
    } else if (isRead && req.url === '/metrics') {
      res.setHeader('Content-Type', registry.contentType);
      res.end(await registry.metrics());
    } else if (isRead && req.url === '/version') {
      res.setHeader('Content-Type', 'application/json');
      res.end(JSON.stringify({ ...instance, node: process.versions.node }));
    } else {
      res.statusCode = 404;
      res.end();
    }
  });
}
