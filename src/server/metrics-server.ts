// The server for operators, on METRICS_PORT: metrics for Prometheus, and the running version.
import { createServer, type Server } from 'node:http';
import { instance } from '../log/instance.ts';
import type { Metrics } from '../log/metrics.ts';

export function createMetricsServer({ registry }: Metrics): Server {
  return createServer(async (req, res) => {
    res.setHeader('Cache-Control', 'no-store');
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    if (isRead && req.url === '/metrics') {
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
