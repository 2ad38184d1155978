// Writes one log line with an id per request, except for health checks. The log line of an error
// page has the same id.
import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { auditFields } from '../../log/audit.ts';
import type { Log } from '../../log/log.ts';
import type { FinishedRequest } from '../../log/metrics.ts';

declare global {
  namespace Express {
    interface Request {
      /** Appears in the log and in the X-Request-Id header. */
      requestId: string;
    }
  }
}

/**
 * Logs method, route, status and milliseconds. Never logs the full URL, because a callback's query
 * contains a code. Keeps the X-Request-Id from a proxy that TRUST_PROXY trusts. For the metrics,
 * `count` receives the same values, and the problem with its code, or the outcome.
 */
export function requestLog(
  log: Log,
  count?: ((request: FinishedRequest) => void) | undefined,
): RequestHandler {
  return (req, res, next) => {
    const isFromProxy = req.app.get('trust proxy fn')(req.socket.remoteAddress, 0);
    const given = (isFromProxy && req.get('x-request-id')) || '';
    req.requestId = /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
    res.set('X-Request-Id', req.requestId);
    const start = performance.now();
    res.on('close', () => {
      const ms = Math.round(performance.now() - start);
      const { problem, code, outcome, ownPath } = res.locals;
      const route: string = (req.route && ownPath) ?? '-';
      const answered = { method: req.method, route, status: res.statusCode, ms };
      const audit = auditFields({ ...answered, problem, outcome });
      log.info({ requestId: req.requestId, ...answered, ...audit }, 'answered');
      count?.({ ...answered, problem, code, outcome });
    });
    next();
  };
}
