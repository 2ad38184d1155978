// The outcome of a login, which the app reports in its own words.
import type { Request, Response } from 'express';

export interface LoginOutcome {
  readonly result: LoginResult;
  /** A path of the app, or a URL of a site in `returnOrigins`. */
  readonly returnTo: string;
  /** The requested scopes. After sharing more, only those that changed. */
  readonly asked: readonly string[];
  /** The scopes among them that the attendee granted. */
  readonly granted: readonly string[];
  /** The scopes among them that the attendee did not grant. */
  readonly refused: readonly string[];
}

type LoginResult =
  | 'logged-in'
  /** An attendee with a session opened the login. Nothing was requested. */
  | 'already-logged-in'
  /** The attendee denied, without an existing session. */
  | 'denied'
  /** An attendee with a session shared more. */
  | 'shared-more'
  /** The attendee denied. The existing session stays. */
  | 'nothing-changed'
  /** Another person came back. The existing session stays. */
  | 'different-account';

/** Sends the response after a login, usually a redirect. */
export type Finish = (req: Request, res: Response, outcome: LoginOutcome) => void | Promise<void>;

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
