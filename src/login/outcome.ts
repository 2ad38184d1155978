// How a login ended. The host decides how to report it: the login adds no texts, pages or query
// parameters.
import type { Request, Response } from 'express';

export interface LoginOutcome {
  readonly result: LoginResult;
  /** The page that the visitor came from: a path of the app, or an address in `returnOrigins`. */
  readonly returnTo: string;
  /** The scopes that were asked for. After sharing more, only those that changed. */
  readonly asked: readonly string[];
  /** The scopes among them that the attendee granted. */
  readonly granted: readonly string[];
  /** The scopes among them that the attendee did not grant. */
  readonly refused: readonly string[];
}

type LoginResult =
  | 'logged-in'
  /** Somebody was logged in when the login started. Nothing was asked for. */
  | 'already-logged-in'
  /** Nobody was logged in, and the attendee shared nothing. */
  | 'denied'
  /** The attendee who is logged in has shared more. */
  | 'shared-more'
  /** A denial. The attendee who was logged in still is. */
  | 'nothing-changed'
  /** Somebody else came back. The attendee who was logged in still is. */
  | 'different-account';

/** Sends the response after a login, usually a redirect. */
export type Finish = (req: Request, res: Response, outcome: LoginOutcome) => void | Promise<void>;

/** Returns the outcome of a login that asked for `scopes`, of which `granted` were granted. */
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
