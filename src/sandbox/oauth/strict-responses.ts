// In strict mode, makes oidc-provider's responses match the platform's documentation.
import type { ErrorOut, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { bodyOf, invalidCredential, invalidRequest, serverFailure } from '../api/errors.ts';
import type { Mode } from '../mode.ts';
import { parseRedirect } from './redirect-uris.ts';

export function makeResponsesStrict(provider: Provider, mode: Mode): void {
  provider.use(async (koa, next) => {
    await next();
    const ctx = koa as KoaContextWithOIDC;
    if (!mode.strict) return;
    if (ctx.oidc?.route === 'token' && ctx.status >= 400)
      ctx.body = platformError(ctx.status, ctx.body as ErrorOut);
    removeIssuer(ctx);
  });
}

/**
 * Converts a token endpoint error to the API's format (docs/interface.md 7). The platform documents
 * this format, but not which kind each error has.
 */
export function platformError(status: number, { error, error_description }: ErrorOut) {
  if (status >= 500) return bodyOf(serverFailure());
  const message = error_description ?? error;
  const isAboutCredentials = error === 'invalid_client' || error === 'invalid_grant';
  return bodyOf(isAboutCredentials ? invalidCredential(message) : invalidRequest(message));
}

/** The platform documents only `code` and `state`. oidc-provider adds `iss` (RFC 9207). */
function removeIssuer({ response }: KoaContextWithOIDC): void {
  const target = parseRedirect(response.get('location'));
  if (!target?.searchParams.has('iss')) return;
  target.searchParams.delete('iss');
  response.set('location', target.href);
}
