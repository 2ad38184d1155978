// Which requests the sandbox received: tests count them, for example to prove that no token call was made.
import type { RequestHandler } from 'express';

const MOST_RECENT = 10_000;

/** One request; `status` is 0 until it is answered, and stays 0 when the connection ended before an answer. */
export interface Call {
  method: string;
  /** Without the query, which may carry secrets. */
  path: string;
  status: number;
}

/** Returns a handler that adds every request to `calls`, oldest first, keeping the most recent 10,000. */
export function recordCalls(calls: Call[]): RequestHandler {
  return (req, res, next) => {
    const call: Call = { method: req.method, path: req.path, status: 0 };
    calls.push(call);
    if (calls.length > MOST_RECENT) calls.shift();
    const noteStatus = () => {
      if (res.headersSent) call.status = res.statusCode;
    };
    res.once('finish', noteStatus);
    res.once('close', noteStatus);
    next();
  };
}
