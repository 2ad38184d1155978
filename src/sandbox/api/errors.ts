// API errors in the platform's format: a status and the body `{"errors": {KIND: {...}}}`.
import type { ErrorRequestHandler, RequestHandler } from 'express';

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

export function invalidToken(): ApiError {
  return invalidCredential('Invalid token.');
}

/** Returns the 401 for a wrong token, client, code or refresh token. */
export function invalidCredential(message: string): ApiError {
  return new ApiError({ status: 401, kind: 'authentication', detail: { message } });
}

export function expiredToken(): ApiError {
  return new ApiError({
    status: 401,
    kind: 'authentication',
    detail: { code: 2001, message: 'Token expired.' },
  });
}

/** The response names the scope that the operation requires. */
export function missingPermission(scope: string): ApiError {
  const detail = { message: 'Missing permission.', permissions: [scope] };
  return new ApiError({ status: 403, kind: 'access', detail });
}

function notFound(): ApiError {
  return new ApiError({ status: 404, kind: 'resource', detail: { message: 'Not found.' } });
}

export function orNotFound<Found>(found: Found | undefined): Found {
  if (found === undefined) throw notFound();
  return found;
}

/** Returns the 400 for a request that does not match the interface. */
export function invalidRequest(message: string): ApiError {
  return new ApiError({ status: 400, kind: 'validation', detail: { message } });
}

/**
 * Returns the 400 for a valid request that conflicts with the current state. `code` is absent where
 * the platform documents none.
 */
export function ruleViolation(detail: { code?: number; message: string }): ApiError {
  return new ApiError({ status: 400, kind: 'logic', detail });
}

/** `hash` identifies the failure in a report. Here it is always the same. */
export function serverFailure(): ApiError {
  return new ApiError({ status: 500, kind: 'server', detail: { hash: 'a1b2c3d4e5' } });
}

export function bodyOf({ refusal: { kind, detail } }: ApiError) {
  return { errors: { [kind]: detail } };
}

export const sendNotFound: RequestHandler = () => {
  throw notFound();
};

export const sendError: ErrorRequestHandler = (error, _req, res, next) => {
  if (res.headersSent) return next(error);
  const apiError = toApiError(error);
  res.status(apiError.refusal.status).json(bodyOf(apiError));
};

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  // Express and its body parsers set a status on errors that the client caused.
  if (error instanceof Error && 'status' in error && Number(error.status) < 500)
    return invalidRequest(error.message);
  console.error('sandbox:', error);
  return serverFailure();
}
