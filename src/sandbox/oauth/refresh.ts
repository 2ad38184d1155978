// Makes a refresh behave as it does on the platform.
import type { KoaContextWithOIDC } from 'oidc-provider';

/**
 * The provider's `rotateRefreshToken`: every refresh returns a new refresh token. A scope that was
 * left out never comes back, even if a later refresh names no scope.
 */
export function rotateNarrowedToken({ oidc }: KoaContextWithOIDC): boolean {
  const { RefreshToken: used } = oidc.entities;
  // The provider has checked that the requested scopes are held, and copies the scope of the used
  // refresh token to the new one.
  if (used !== undefined && typeof oidc.params?.scope === 'string') used.scope = oidc.params.scope;
  return true;
}
