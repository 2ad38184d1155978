// Refuses what could not be read as a request, with a page. The server (app-server.ts) marks it.
import type { RequestHandler } from 'express';
import { PageError } from '../../errors.ts';

declare global {
  namespace Express {
    interface Request {
      /** The status of the answer to a request that cannot be read; absent for all others. */
      unreadable?: number;
    }
  }
}

/** Refuses an unreadable request. Mount it where an error page can be rendered. */
export const refuseUnreadable: RequestHandler = ({ unreadable: status }, _res, next) => {
  if (status === undefined) return next();
  if (status === 431) throw new PageError({ status, problem: 'headers-too-large' });
  throw new PageError({ status, problem: 'bad-request' });
};
