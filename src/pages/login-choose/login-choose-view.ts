// What an attendee may share before they log in, and what they chose. Pure.
import type { Translate } from '../../web/messages.ts';
import type { Row } from '../../web/rows.ts';
import { scopeRow, yours } from '../../web/scope-words.ts';
import type { PageView } from '../../web/views.ts';

interface LoginChooseOptions {
  /** All that the login asks for; `optionalScopes` are those that may be left out, `chosen` those of them that are not. */
  readonly scopes: readonly string[];
  readonly optionalScopes: readonly string[];
  readonly chosen: readonly string[];
  /** Handed on to the login, which checks it. */
  readonly returnTo: string | undefined;
  readonly words: Translate;
}

interface LoginChooseView extends PageView {
  readonly always: readonly Row[];
  readonly choices: readonly { scope: string; id: string; row: Row; isChosen: boolean }[];
  readonly returnTo: string | undefined;
}

export function loginChooseView(options: LoginChooseOptions): LoginChooseView {
  const { scopes, optionalScopes, chosen, returnTo, words } = options;
  return {
    heading: words('choose.heading'),
    always: scopes.filter((scope) => !optionalScopes.includes(scope)).map((scope) => scopeRow(scope, words)),
    choices: optionalScopes.map((scope) => ({
      scope,
      id: scope.replace(':', '-'),
      row: scopeRow(scope, words),
      isChosen: chosen.includes(scope),
    })),
    returnTo,
  };
}

interface ChosenView extends PageView {
  readonly asks: readonly string[];
  readonly leftOut: string | undefined;
  /** For the links that lead on: `?return_to=…`, or nothing. */
  readonly query: string;
}

export function chosenView({ scopes, optionalScopes, chosen, returnTo, words }: LoginChooseOptions): ChosenView {
  const leftOut = optionalScopes.filter((scope) => !chosen.includes(scope));
  const rest = yours(leftOut, { words, joinedBy: 'or' });
  return {
    heading: words('choose.chosen.heading'),
    asks: scopes.filter((scope) => !leftOut.includes(scope)).map((scope) => scopeRow(scope, words).label),
    leftOut: rest ? words('choose.chosen.leftOut', { rest }) : undefined,
    query: returnTo === undefined ? '' : `?${new URLSearchParams({ return_to: returnTo })}`,
  };
}
