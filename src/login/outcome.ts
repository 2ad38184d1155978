// The outcome of a login. The host decides how to report it: the login adds no texts, pages or
// query parameters.

export interface LoginOutcome {
  readonly result: 'logged-in' | 'denied' | SharingResult;
  /** The page that the visitor came from: a path of the app, or an address in `returnOrigins`. */
  readonly returnTo: string;
  /** The scopes that were asked for. After sharing more, only those that changed. */
  readonly asked: readonly string[];
  /** The scopes among them that the attendee granted. */
  readonly granted: readonly string[];
  /** The scopes among them that the attendee did not grant. */
  readonly refused: readonly string[];
}

/** When an attendee shares more (optional/share-more.ts). After the last two, nothing changed. */
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
