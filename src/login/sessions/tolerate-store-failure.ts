// Keeps the open pages of a host up while its session store is away.
import type { RequestHandler } from 'express';

/**
 * Wraps express-session, so that a failed store does not take public pages down: only the login and
 * the pages behind it fail (503). `warn` gets the error of a session that could not be stored after
 * the response was sent.
 */
export function tolerateStoreFailure(
  session: RequestHandler,
  warn: (error: unknown) => void = console.error,
): RequestHandler {
  return (req, res, next) => {
    let isLoaded = false;
    session(req, res, (error?: unknown) => {
      // express-session calls this again if it cannot store the session after the response, when it
      // is too late for an error page.
      if (isLoaded) return warn(error);
      isLoaded = true;
      if (error) req.sessionFailure = error;
      next();
    });
  };
}
