// The errors of the platform's API: a status and the body `{"errors": {KIND: {...}}}`.
import type { ErrorRequestHandler, RequestHandler } from 'express';

/** An error response. The platform documents `kind` and `detail`. */
interface Refusal {
  status: number;
  kind: 'access' | 'authentication' | 'logic' | 'resource' | 'server' | 'validation';
  detail: Record<string, unknown>;
}

class ApiError extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(`${refusal.status} ${refusal.kind}`);
    this.refusal = refusal;
  }
}

/** Returns the 401 for a missing or unknown access token. */
export function invalidToken(): ApiError {
  return new ApiError({
    status: 401,
    kind: 'authentication',
    detail: { message: 'Invalid token.' },
  });
}

export function expiredToken(): ApiError {
  return new ApiError({
    status: 401,
    kind: 'authentication',
    detail: { code: 2001, message: 'Token expired.' },
  });
}

/** Returns the 403 for a caller without permission, with the scope that the operation needs. */
export function missingPermission(scope: string): ApiError {
  const detail = { message: 'Missing permission.', permissions: [scope] };
  return new ApiError({ status: 403, kind: 'access', detail });
}

function notFound(): ApiError {
  return new ApiError({ status: 404, kind: 'resource', detail: { message: 'Not found.' } });
}

/** Returns the record that a search found, or throws a 404 if it found none. */
export function orNotFound<Found>(found: Found | undefined): Found {
  if (found === undefined) throw notFound();
  return found;
}

/** Returns the 400 for a request that does not match the interface. */
export function invalidRequest(message: string): ApiError {
  return new ApiError({ status: 400, kind: 'validation', detail: { message } });
}

/** Returns the 400 for a valid request that the current state does not allow. */
export function ruleViolation({ code, message }: { code: number; message: string }): ApiError {
  return new ApiError({ status: 400, kind: 'logic', detail: { code, message } });
}

/** Returns the 500 for a failure of the platform. The hash identifies the failure in a report. */
export function serverFailure(): ApiError {
  return new ApiError({ status: 500, kind: 'server', detail: { hash: 'a1b2c3d4e5' } });
}

export function bodyOf({ refusal: { kind, detail } }: ApiError) {
  return { errors: { [kind]: detail } };
}

/** Throws a 404 for every path without a route. */
export const answerNotFound: RequestHandler = () => {
  throw notFound();
};

/** Sends an error in the platform's format. An unexpected error becomes a 500. */
export const answerError: ErrorRequestHandler = (error, _req, res, next) => {
  if (res.headersSent) return next(error);
  const apiError = toApiError(error);
  res.status(apiError.refusal.status).json(bodyOf(apiError));
};

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  // Express and its body parsers set a status on errors that the client has caused.
  if (error instanceof Error && 'status' in error && Number(error.status) < 500)
    return invalidRequest(error.message);
  console.error('sandbox:', error);
  return serverFailure();
}
