// View model for the page where visitors choose what to share before a login. Pure.
import { scopeRow } from '../../web/scope-rows.ts';
import type { Translate } from '../../web/words/messages.ts';

interface ChooseSharingOptions {
  /** The scopes that this site requests. An attendee may refuse those in `optionalScopes`. */
  readonly scopes: readonly string[];
  readonly optionalScopes: readonly string[];
  /** The optional scopes that are ticked. */
  readonly chosen: readonly string[];
  /** Passed on to the login code, which validates it. */
  readonly returnTo: string | undefined;
  readonly paths: { readonly login: string; readonly choose: string };
  readonly words: Translate;
}

export function chooseSharingView(options: ChooseSharingOptions) {
  const { scopes, optionalScopes, chosen, returnTo, paths, words } = options;
  return {
    path: paths.choose,
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
    continued: undefined,
  };
}

/** The view after the choice has been stored. It continues to the login. */
export function chosenView(options: ChooseSharingOptions) {
  const { chosen, returnTo, paths } = options;
  const returning: QueryField[] = returnTo === undefined ? [] : [['return_to', returnTo]];
  return {
    ...chooseSharingView(options),
    continued: {
      /**
       * Includes the chosen scopes. If the attendee had stopped sharing one of them, this login
       * shares it again.
       */
      path: pathWith(paths.login, [
        ...chosen.map((scope): QueryField => ['scope', scope]),
        ...returning,
      ]),
      changePath: pathWith(paths.choose, returning),
    },
  };
}

type QueryField = [name: string, value: string];

function pathWith(path: string, fields: QueryField[]): string {
  return fields.length > 0 ? `${path}?${new URLSearchParams(fields)}` : path;
}
