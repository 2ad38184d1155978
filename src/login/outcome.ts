// The outcome of a login, from which the app chooses its message to the attendee.
import type { Request, Response } from 'express';
import { LoginError } from './login-error.ts';

export interface LoginOutcome {
  readonly result: LoginResult;
  /** Where to redirect the browser: a path of the app, or a URL on a site in `returnOrigins`. */
  readonly returnTo: string;
  /**
   * The scopes that the login requested. For `shared-more`, only those that were newly granted or
   * refused. Empty if nothing changed.
   */
  readonly asked: readonly string[];
  readonly granted: readonly string[];
  readonly refused: readonly string[];
}

type LoginResult =
  | 'logged-in'
  /** The attendee was already logged in, so nothing was requested. */
  | 'already-logged-in'
  /** The attendee denied the request, and was not logged in before. */
  | 'denied'
  /**
   * An attendee who was logged in has logged in again to share more. They may have refused some
   * scopes.
   */
  | 'shared-more'
  /** The attendee denied the request. The existing session remains. */
  | 'nothing-changed'
  /** A different person logged in to the platform. The existing session remains. */
  | 'different-account';

/** Sends the response after a login, usually a redirect. */
export type Finish = (req: Request, res: Response, outcome: LoginOutcome) => void | Promise<void>;

/** The default `finish`. */
export const redirectBack: Finish = (_req, res, { result, returnTo }) => {
  if (result === 'denied') throw new LoginError('not-shared');
  res.redirect(303, returnTo);
};

export function outcomeOf(
  result: LoginResult,
  { returnTo, scopes }: { readonly returnTo: string; readonly scopes: readonly string[] },
  granted: readonly string[],
): LoginOutcome {
  return {
    result,
    returnTo,
    asked: scopes,
    granted: scopes.filter((scope) => granted.includes(scope)),
    refused: scopes.filter((scope) => !granted.includes(scope)),
  };
}
