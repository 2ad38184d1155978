// What came of a login. The host decides what to tell: the login adds no words, no pages and no query parameters.

export interface LoginOutcome {
  readonly result: 'logged-in' | 'denied' | SharingResult;
  /** The page that the visitor came from: a path of the app, or an address of `returnOrigins`. */
  readonly returnTo: string;
  /** The scopes that were asked for. */
  readonly asked: readonly string[];
  /** Those of them that the attendee granted. */
  readonly granted: readonly string[];
  /** Those of them that the attendee did not grant. */
  readonly refused: readonly string[];
}

/** Of a login by which somebody who is logged in shares more (optional/share-more.ts). After the last two nothing has changed. */
type SharingResult = 'shared-more' | 'nothing-changed' | 'different-account';

/** Returns the outcome of a login that asked for these scopes, of which `granted` were granted. */
export function outcomeOf(
  result: LoginOutcome['result'],
  { returnTo, asked, granted }: { returnTo: string; asked: readonly string[]; granted: readonly string[] },
): LoginOutcome {
  return {
    result,
    returnTo,
    asked,
    granted: asked.filter((scope) => granted.includes(scope)),
    refused: asked.filter((scope) => !granted.includes(scope)),
  };
}
