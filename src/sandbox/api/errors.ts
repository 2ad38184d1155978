// How the platform's API says no: a status and the body `{"errors": {KIND: {...}}}`.
import type { ErrorRequestHandler, RequestHandler } from 'express';

/** A refusal: `kind` and `detail` as the platform documents them. */
interface Refusal {
  status: number;
  kind: 'access' | 'authentication' | 'logic' | 'resource' | 'server' | 'validation';
  detail: Record<string, unknown>;
}

/** A refusal, thrown by an operation and answered by `answerError`. */
class ApiError extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(`${refusal.status} ${refusal.kind}`);
    this.refusal = refusal;
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

/** Returns the refusal of a token that may not do this, with the scope that would be needed. */
export function missingPermission(scope: string): ApiError {
  const detail = { message: 'Missing permission.', permissions: [scope] };
  return new ApiError({ status: 403, kind: 'access', detail });
}

/** Returns the refusal for something that does not exist. */
export function notFound(): ApiError {
  return new ApiError({ status: 404, kind: 'resource', detail: { message: 'Not found.' } });
}

/** Returns the refusal of a request that is not as the interface describes it. */
export function invalidRequest(message: string): ApiError {
  return new ApiError({ status: 400, kind: 'validation', detail: { message } });
}

/** Returns the refusal of something that makes no sense now. */
export function againstTheRules({ code, message }: { code: number; message: string }): ApiError {
  return new ApiError({ status: 400, kind: 'logic', detail: { code, message } });
}

/** Returns the answer when the platform itself fails; the hash is what one would report. */
export function serverFailure(): ApiError {
  return new ApiError({ status: 500, kind: 'server', detail: { hash: 'a1b2c3d4e5' } });
}

/** Returns the body of a refusal. */
export function bodyOf({ refusal: { kind, detail } }: ApiError) {
  return { errors: { [kind]: detail } };
}

/** Answers every path that nothing else answers. */
export const answerNotFound: RequestHandler = () => {
  throw notFound();
};

/** Answers an error in the platform's shape; anything unexpected becomes a server error. */
export const answerError: ErrorRequestHandler = (error, _req, res, next) => {
  if (res.headersSent) return next(error);
  const refusal = refusalOf(error);
  res.status(refusal.refusal.status).json(bodyOf(refusal));
};

function refusalOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  // Express and its body parsers mark what the client did wrong with a status.
  if (error instanceof Error && 'status' in error && Number(error.status) < 500) return invalidRequest(error.message);
  console.error('sandbox:', error);
  return serverFailure();
}
