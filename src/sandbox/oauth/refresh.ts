// What the platform does on a refresh.
import type { KoaContextWithOIDC } from 'oidc-provider';

/**
 * For the provider: every refresh gives a new refresh token, and a scope that was left out never comes back, also not
 * by a later refresh that names no scope.
 */
export function rotateAndNarrow({ oidc }: KoaContextWithOIDC): boolean {
  const { RefreshToken: used } = oidc.entities;
  // The provider has checked that the scopes asked for are held, and copies the scope from the used to the new token.
  if (used !== undefined && typeof oidc.params?.scope === 'string') used.scope = oidc.params.scope;
  return true;
}
