// The token of the client itself, for the service integration (interface 5.2).
import { errors, type Provider } from 'oidc-provider';
import { isServiceScope } from '../scopes.ts';

/** Adds the grant type `client_credentials`: any service scopes, no refresh token; a scope of attendees is an error. */
export function offerClientCredentials(provider: Provider): void {
  provider.registerGrantType(
    'client_credentials',
    async (ctx) => {
      const { client, requestParamScopes } = ctx.oidc;
      for (const scope of requestParamScopes) {
        if (!isServiceScope(scope)) throw new errors.InvalidScope('this scope needs an attendee', scope);
      }
      const token = new provider.ClientCredentials({ client, scope: [...requestParamScopes].join(' ') });
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
