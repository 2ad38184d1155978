// View models for choosing what to share before login, and for confirming the choice. Pure.

import { describeScopes, scopeRow } from '../../web/scope-words.ts';
import type { Translate } from '../../web/words/messages.ts';
import type { PageDependencies } from '../page-dependencies.ts';

interface LoginChooseOptions extends Pick<PageDependencies, 'scopes' | 'optionalScopes'> {
  /** The optional scopes that the attendee ticked. */
  readonly chosen: readonly string[];
  /** Passed on to the login, which validates it. */
  readonly returnTo: string | undefined;
  readonly words: Translate;
}

export function loginChooseView(options: LoginChooseOptions) {
  const { scopes, optionalScopes, chosen, returnTo, words } = options;
  return {
    heading: words('choose.heading'),
    always: scopes
      .filter((scope) => !optionalScopes.includes(scope))
      .map((scope) => scopeRow(scope, words)),
    choices: optionalScopes.map((scope) => ({
      scope,
      id: scope.replace(':', '-'),
      row: scopeRow(scope, words),
      isChosen: chosen.includes(scope),
    })),
    returnTo,
  };
}

export function chosenView({
  scopes,
  optionalScopes,
  chosen,
  returnTo,
  words,
}: LoginChooseOptions) {
  const leftOut = optionalScopes.filter((scope) => !chosen.includes(scope));
  const returning: QueryField[] = returnTo === undefined ? [] : [['return_to', returnTo]];
  const rest = describeScopes(leftOut, { words, joinedBy: 'or' });
  return {
    heading: words('choose.chosen.heading'),
    asks: scopes
      .filter((scope) => !leftOut.includes(scope))
      .map((scope) => scopeRow(scope, words).label),
    leftOut: rest ? words('choose.chosen.leftOut', { rest }) : undefined,
    /** To the login. It names what is shared, which may have been stopped before. */
    continuePath: pathWith('/login', [
      ...chosen.map((scope): QueryField => ['scope', scope]),
      ...returning,
    ]),
    changePath: pathWith('/login/choose', returning),
  };
}

type QueryField = [name: string, value: string];

function pathWith(path: string, fields: QueryField[]): string {
  return fields.length > 0 ? `${path}?${new URLSearchParams(fields)}` : path;
}
