// The client credentials grant: an access token for the client itself (docs/interface.md 5.2).
import type { Provider } from 'oidc-provider';
import { errors } from './oidc-provider.ts';

/**
 * Adds the `client_credentials` grant type. It grants any service scope, does not issue a refresh
 * token, and returns `invalid_scope` for any other scope.
 */
export function addClientCredentialsGrant(
  provider: Provider,
  serviceScopes: readonly string[],
): void {
  provider.registerGrantType(
    'client_credentials',
    async (ctx) => {
      const { client, requestParamScopes } = ctx.oidc;
      for (const scope of requestParamScopes) {
        if (!serviceScopes.includes(scope))
          throw new errors.InvalidScope('this scope needs an attendee', scope);
      }
      const token = new provider.ClientCredentials({
        client,
        scope: [...requestParamScopes].join(' '),
      });
      ctx.oidc.entity('ClientCredentials', token);
      ctx.body = {
        access_token: await token.save(),
        expires_in: token.expiration,
        scope: token.scope,
        token_type: token.tokenType,
      };
    },
    ['scope'],
  );
}
