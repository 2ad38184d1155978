// What came of a login. The host decides what to tell: the login adds no words, no pages and no query parameters.

export interface LoginOutcome {
  readonly result: 'logged-in' | 'denied' | SharingResult;
  /** The page that the visitor came from: a path of the app, or an address of `returnOrigins`. */
  readonly returnTo: string;
  /** The scopes that were asked for. Of `shared-more` only those that changed; none when nothing has changed. */
  readonly asked: readonly string[];
  /** Those of them that the attendee granted. */
  readonly granted: readonly string[];
  /** Those of them that the attendee did not grant. */
  readonly refused: readonly string[];
}

/** Of a login by which somebody who is logged in shares more (optional/share-more.ts). After the last two nothing has changed. */
type SharingResult = 'shared-more' | 'nothing-changed' | 'different-account';

/** Returns the outcome of a login that asked for `scopes`, of which `granted` were granted. */
export function outcomeOf(
  result: LoginOutcome['result'],
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
