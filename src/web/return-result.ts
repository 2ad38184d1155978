// RETURN_RESULT: tells a page of another site, to which a login leads back, how the login ended.
// Its address gets `result=ok` or `result=denied`, and nothing about the person.
import type { LoginOutcome } from '../login/login.ts';

export interface ReturnResult {
  /** Whether the page that a login leads back to gets the result: none of this site does. */
  readonly isFor: (returnTo: string) => boolean;
  /** Returns the address that this outcome leads to. */
  readonly addressFor: (outcome: LoginOutcome) => string;
}

export function returnResult(isOn: boolean): ReturnResult {
  const isFor = (returnTo: string) => isOn && !returnTo.startsWith('/');

  function withResult(returnTo: string, result: 'ok' | 'denied'): string {
    if (!isFor(returnTo)) return returnTo;
    const address = new URL(returnTo);
    // In place of a result that the link may have had.
    address.searchParams.set('result', result);
    return address.href;
  }

  return {
    isFor,
    addressFor: ({ result, returnTo }) =>
      withResult(returnTo, result === 'denied' ? 'denied' : 'ok'),
  };
}
