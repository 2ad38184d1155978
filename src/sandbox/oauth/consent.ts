// What each attendee has allowed each client to see, and when they are asked.
import { errors, type Grant, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import type { OnBehalfOfScope } from '../scopes.ts';

/** Between whom a consent is. */
interface Parties {
  clientId: string;
  attendeeId: string;
}

/** What the attendee answered: of the scopes that were asked for, those that are allowed. */
interface Answer extends Parties {
  asked: OnBehalfOfScope[];
  allowed: OnBehalfOfScope[];
}

/** The memory of what was allowed. */
export interface Consents {
  /** Returns the scopes allowed so far. */
  allowedTo(parties: Parties): ReadonlySet<string>;
  /** Keeps an answer: what was asked for and not allowed is no longer allowed, what was not asked for stays. */
  remember(answer: Answer): void;
}

/** Returns an empty memory of consents. */
export function rememberConsents(): Consents {
  const memory = new Map<string, ReadonlySet<string>>();
  const keyOf = ({ clientId, attendeeId }: Parties) => `${clientId} ${attendeeId}`;
  const allowedTo = (parties: Parties) => memory.get(keyOf(parties)) ?? new Set<string>();
  return {
    allowedTo,
    remember: ({ asked, allowed, ...parties }) => {
      const untouched = [...allowedTo(parties)].filter((scope) => !asked.some((one) => one === scope));
      memory.set(keyOf(parties), new Set([...untouched, ...allowed]));
    },
  };
}

/** Returns, for the provider, the grant of this login: the requested scopes that the attendee has allowed. */
export function grantWhatWasAllowed(consents: Consents) {
  return async ({ oidc }: KoaContextWithOIDC): Promise<Grant> => {
    const { provider, ...parties } = partiesOf(oidc);
    const allowed = consents.allowedTo(parties);
    // A grant for each login, so that a reused refresh token ends this login and no other one.
    const grant = new provider.Grant({ clientId: parties.clientId, accountId: parties.attendeeId });
    grant.addOIDCScope([...oidc.requestParamOIDCScopes].filter((scope) => allowed.has(scope)).join(' '));
    await grant.save();
    return grant;
  };
}

/**
 * Returns, for the provider, when a page is shown: to log in when nobody is logged in, and to consent when a requested
 * scope is not allowed yet, also when it was refused earlier.
 */
export function askWhenNeeded(consents: Consents): interactionPolicy.Prompt[] {
  const { Check, Prompt } = interactionPolicy;
  const logIn = new Check('nobody_logged_in', 'nobody is logged in', ({ oidc }) => {
    if (!oidc.params?.scope) throw new errors.InvalidScope('no scope that an attendee can grant', '');
    return oidc.session?.accountId === undefined;
  });
  const consent = new Check('scope_not_allowed', 'a requested scope is not allowed yet', ({ oidc }) => {
    if (oidc.result?.consent !== undefined) return false;
    const allowed = consents.allowedTo(partiesOf(oidc));
    return [...oidc.requestParamOIDCScopes].some((scope) => !allowed.has(scope));
  });
  return [new Prompt({ name: 'login' }, logIn), new Prompt({ name: 'consent' }, consent)];
}

function partiesOf({ client, account, provider }: KoaContextWithOIDC['oidc']) {
  if (client === undefined || account === undefined) throw new Error('consent is asked of an attendee, by a client');
  return { clientId: client.clientId, attendeeId: account.accountId, provider };
}
