// Records the requests that the sandbox receives. Tests count them, for example to check that no
// token was requested.
import type { RequestHandler } from 'express';

const maxCalls = 10_000;

/**
 * One request. `status` is 0 until the response is sent, and stays 0 if the connection closes
 * first.
 */
export interface Call {
  method: string;
  /** The path without the query, which can contain secrets. */
  path: string;
  status: number;
}

export function recordCalls(calls: Call[]): RequestHandler {
  return (req, res, next) => {
    const call: Call = { method: req.method, path: req.path, status: 0 };
    calls.push(call);
    if (calls.length > maxCalls) calls.shift();
    const recordStatus = () => {
      if (res.headersSent) call.status = res.statusCode;
    };
    res.once('finish', recordStatus);
    res.once('close', recordStatus);
    next();
  };
}
