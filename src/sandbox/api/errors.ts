// How the platform's API says no: a status and the body `{"errors": {KIND: {...}}}`.
import type { ErrorRequestHandler, RequestHandler } from 'express';

/** A refusal with its status and body; `kind` and `detail` as the platform documents them. */
export class ApiError extends Error {
  readonly status: number;
  readonly kind: string;
  readonly detail: Record<string, unknown>;

  constructor({ status, kind, detail }: { status: number; kind: string; detail: Record<string, unknown> }) {
    super(kind);
    this.status = status;
    this.kind = kind;
    this.detail = detail;
  }
}

/** Returns the refusal of a token that is missing or unknown. */
export function invalidToken(): ApiError {
  return new ApiError({ status: 401, kind: 'authentication', detail: { message: 'Invalid token.' } });
}

/** Returns the refusal of a token whose time is over. */
export function expiredToken(): ApiError {
  return new ApiError({ status: 401, kind: 'authentication', detail: { code: 2001, message: 'Token expired.' } });
}

/** Returns the refusal of a token that lacks this scope. */
export function missingPermission(scope: string): ApiError {
  const detail = { message: 'Missing permission.', permissions: [scope] };
  return new ApiError({ status: 403, kind: 'access', detail });
}

/** Returns the refusal for something that does not exist. */
function notFound(): ApiError {
  return new ApiError({ status: 404, kind: 'resource', detail: { message: 'Not found.' } });
}

/** Answers every path that nothing else answers. */
export const answerNotFound: RequestHandler = () => {
  throw notFound();
};

/** Answers an error in the platform's shape; anything unexpected becomes a server error with a hash to look for. */
export const answerError: ErrorRequestHandler = (error, _req, res, next) => {
  if (res.headersSent) return next(error);
  if (error instanceof ApiError) return void res.status(error.status).json({ errors: { [error.kind]: error.detail } });
  console.error('sandbox:', error);
  res.status(500).json({ errors: { server: { hash: 'a1b2c3d4' } } });
};
