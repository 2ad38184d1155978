// The service credential (interface 5.2): a token of this site's own, by the client credentials grant (RFC 6749 section 4.4).
import { z } from 'zod';
import { ConventionError, type ConventionErrorKind, isOfKind } from './convention-error.ts';
import { type ApiRequest, createHttp, type Http } from './http.ts';
import { readAnswer } from './read-answer.ts';

export interface ServiceCredential {
  clientId: string;
  clientSecret: string;
  tokenUrl: URL;
  /** The service scopes to ask for: only what the features in use need. */
  scopes: readonly string[];
}

interface ServiceToken {
  accessToken: string;
  /** Milliseconds since 1970: a little before the platform lets the token expire. */
  renewAt: number;
}

const defaultLifeSeconds = 300;
const longestLifeSeconds = 24 * 60 * 60;
const longestMarginSeconds = 60;

/** RFC 6749 section 5.1. A life that is missing, zero or senseless is taken as 5 minutes. */
const tokenAnswer = z.object({
  access_token: z.string().regex(/^[!-~]+$/),
  token_type: z
    .string()
    .regex(/^bearer$/i)
    .nullish(),
  expires_in: z.coerce.number().min(1).catch(defaultLifeSeconds),
});

/**
 * Gives a `send` to the API with the service's own token: kept until shortly before it expires, asked for once however
 * many calls wait for it, and asked for again, once, when a call gets a 401. It rejects with a ConventionError, but
 * never with login-needed: no attendee can mend a credential by logging in.
 */
export function createServiceAccess(
  { clientId, clientSecret, tokenUrl, scopes }: ServiceCredential,
  { api, deadlineMs, now }: { api: Http; deadlineMs: number; now: () => number },
) {
  const tokenServer = createHttp({ baseUrl: new URL(tokenUrl.origin), deadlineMs, now });
  let token: ServiceToken | undefined;
  let pending: Promise<ServiceToken> | undefined;

  async function usableToken(): Promise<ServiceToken> {
    if (token && now() < token.renewAt) return token;
    pending ??= renewToken().finally(() => {
      pending = undefined;
    });
    return pending;
  }

  async function renewToken(): Promise<ServiceToken> {
    const askedAt = now();
    const form = {
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      scope: scopes.join(' '),
    };
    const answer = await tokenServer
      .send({ operation: 'Request service token', method: 'POST', path: tokenUrl.pathname + tokenUrl.search, form })
      .catch(blameCredential('login-needed', 'not-permitted', 'not-found'));
    const { access_token, expires_in } = readAnswer(tokenAnswer, answer, { toTheLetter: true });
    const lifeSeconds = Math.min(expires_in, longestLifeSeconds);
    const marginSeconds = Math.min(longestMarginSeconds, lifeSeconds / 10);
    token = { accessToken: access_token, renewAt: askedAt + (lifeSeconds - marginSeconds) * 1000 };
    return token;
  }

  return {
    async send(request: ApiRequest) {
      const first = await usableToken();
      try {
        return await api.send({ ...request, accessToken: first.accessToken });
      } catch (error) {
        if (!isOfKind(error, ['login-needed'])) throw error;
        // Another call may have renewed it meanwhile.
        if (token === first) token = undefined;
      }
      const { accessToken } = await usableToken();
      return api.send({ ...request, accessToken }).catch(blameCredential('login-needed'));
    },
    close: () => tokenServer.close(),
  };
}

/** Of errors of these kinds, makes what they say of a credential: that nothing can be reached with it. */
function blameCredential(...kinds: ConventionErrorKind[]) {
  return (error: unknown): never => {
    throw isOfKind(error, kinds) ? new ConventionError('unavailable', error.message, { cause: error }) : error;
  };
}
