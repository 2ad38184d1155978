// Decides when to ask for consent, and which scopes to grant. Consent lasts as long as the
// browser's session, so that you can choose differently in a different browser.
import type { Grant, KoaContextWithOIDC } from 'oidc-provider';
import type { Mode } from '../mode.ts';
import type { Attendee } from '../records/attendee.ts';
import type { Convention } from '../records/convention.ts';
import { errors, interactionPolicy } from './oidc-provider.ts';

/**
 * Implements the provider's `loadExistingGrant`. Returns a grant with the scopes that the attendee
 * allowed in this session and did not refuse later.
 */
export async function loadGrant({ oidc }: KoaContextWithOIDC): Promise<Grant | undefined> {
  const { provider, client, account, session, result, requestParamOIDCScopes: requested } = oidc;
  if (client === undefined || account === undefined) return undefined;
  const { clientId } = client;
  const earlier = await provider.Grant.find(session?.grantIdFor(clientId) ?? '');
  const decided = result?.consent?.allowed as string[] | undefined;
  const kept = scopesOf(earlier).filter((scope) => !decided || !requested.has(scope));
  // One grant per login, so that reusing a refresh token revokes only this login's tokens.
  const grant = new provider.Grant({ clientId, accountId: account.accountId });
  grant.addOIDCScope([...kept, ...(decided ?? [])].join(' '));
  await grant.save();
  return grant;
}

/**
 * Returns the rules for the two pages: the log-in page is shown if nobody is logged in or the
 * client asks for it (`prompt=login`), and the consent page if a requested scope has not been
 * allowed yet, even if the attendee refused it earlier. In strict mode, the consent page also
 * rejects scopes for which the attendee has no data.
 */
export function interactionPrompts({ convention, mode }: { convention: Convention; mode: Mode }) {
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
      const requested = [...oidc.requestParamOIDCScopes];
      const allowed = scopesOf(oidc.entities.Grant);
      const attendee = convention.find(oidc.session?.accountId ?? '');
      const isRefused = mode.strict && scopesLackedBy(attendee, requested).length > 0;
      return isRefused || requested.some((scope) => !allowed.includes(scope));
    },
  );
  return [
    new Prompt({ name: 'login', requestable: true }, logIn),
    new Prompt({ name: 'consent' }, consent),
  ];
}

/** Returns the scopes for which the attendee has no data. Only a registration can be missing. */
export function scopesLackedBy(
  attendee: Attendee | undefined,
  scopes: readonly string[],
): string[] {
  return scopes.filter((scope) => scope === 'con:read' && !attendee?.registration);
}

function scopesOf(grant: Grant | undefined): string[] {
  return grant?.getOIDCScope().split(' ').filter(Boolean) ?? [];
}
