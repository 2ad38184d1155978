// The server for operators, on METRICS_PORT: metrics for Prometheus, and the running version.
import { createServer, type Server } from 'node:http';
import { instance } from '../log/instance.ts';
import type { Metrics } from '../log/metrics.ts';

/**
 * Responds with 421 to a request for a host name with a dot. Another site could let its own name
 * point to this port, and read it with the browser of somebody who can reach it (DNS rebinding).
 * A name without a dot, such as `localhost` or `lanyard`, is never in the public DNS.
 */
export function createMetricsServer({ registry }: Metrics): Server {
  return createServer(async (req, res) => {
    res.setHeader('Cache-Control', 'no-store');
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    if (!isAddressOrLocalName(req.headers.host)) {
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

/** Browsers read any name of digits and dots as an IPv4 address. */
const isAddressOrLocalName = (host = '') => /^(\[[\da-f:.]+\](:\d+)?|[\d.:]+|[^.]+)?$/i.test(host);
