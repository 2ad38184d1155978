// Stores the scopes each attendee has allowed each client, and decides when to ask for consent.
import type { Grant, KoaContextWithOIDC } from 'oidc-provider';
import type { OnBehalfOfScope } from '../scopes.ts';
import { errors, interactionPolicy } from './oidc-provider.ts';

/** The client and the attendee of a consent. */
interface Parties {
  clientId: string;
  attendeeId: string;
}

/** The attendee's decision: which of the requested scopes are allowed. */
interface Decision extends Parties {
  asked: OnBehalfOfScope[];
  allowed: OnBehalfOfScope[];
}

/** The consents given so far. */
export interface Consents {
  /** Returns the scopes that the attendee has allowed the client so far. */
  allowedTo(parties: Parties): ReadonlySet<string>;
  /** Stores a decision: revokes requested scopes that were not allowed, and keeps all others. */
  remember(decision: Decision): void;
}

/** Returns an empty, in-memory store of consents. */
export function createConsentStore(): Consents {
  const store = new Map<string, ReadonlySet<string>>();
  const keyOf = ({ clientId, attendeeId }: Parties) => `${clientId} ${attendeeId}`;
  const allowedTo = (parties: Parties) => store.get(keyOf(parties)) ?? new Set<string>();
  return {
    allowedTo,
    remember: ({ asked, allowed, ...parties }) => {
      const notRequested = [...allowedTo(parties)].filter(
        (scope) => !asked.some((one) => one === scope),
      );
      store.set(keyOf(parties), new Set([...notRequested, ...allowed]));
    },
  };
}

/**
 * Returns the provider's `loadExistingGrant`: it grants the requested scopes that the attendee has
 * allowed.
 */
export function loadGrant(consents: Consents) {
  return async ({ oidc }: KoaContextWithOIDC): Promise<Grant> => {
    const { provider, ...parties } = partiesOf(oidc);
    const allowed = consents.allowedTo(parties);
    // One grant per login, so that a reused refresh token ends only this login.
    const grant = new provider.Grant({ clientId: parties.clientId, accountId: parties.attendeeId });
    grant.addOIDCScope(
      [...oidc.requestParamOIDCScopes].filter((scope) => allowed.has(scope)).join(' '),
    );
    await grant.save();
    return grant;
  };
}

/**
 * Returns the provider's prompts: the log-in page when nobody is logged in or the client asks for
 * it (`prompt=login`), and the consent page when a requested scope is not allowed yet, even if it
 * was refused earlier.
 */
export function interactionPrompts(consents: Consents) {
  const { Check, Prompt } = interactionPolicy;
  const logIn = new Check('nobody_logged_in', 'nobody is logged in', ({ oidc }) => {
    if (!oidc.params?.scope)
      throw new errors.InvalidScope('no scope that an attendee can grant', '');
    return oidc.session?.accountId === undefined;
  });
  const consent = new Check(
    'scope_not_allowed',
    'a requested scope is not allowed yet',
    ({ oidc }) => {
      if (oidc.result?.consent !== undefined) return false;
      const allowed = consents.allowedTo(partiesOf(oidc));
      return [...oidc.requestParamOIDCScopes].some((scope) => !allowed.has(scope));
    },
  );
  return [
    new Prompt({ name: 'login', requestable: true }, logIn),
    new Prompt({ name: 'consent' }, consent),
  ];
}

function partiesOf({ client, account, provider }: KoaContextWithOIDC['oidc']) {
  if (client === undefined || account === undefined)
    throw new Error('consent is asked of an attendee, by a client');
  return { clientId: client.clientId, attendeeId: account.accountId, provider };
}
