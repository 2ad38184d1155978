// The service credential (interface 5.2): a token of this site's own, by the client credentials grant of RFC 6749
// section 4.4.
import { z } from 'zod';
import { ConventionError } from './convention-error.ts';
import { type Answer, type ApiRequest, createHttp, type Http, type Send } from './http.ts';

export interface ServiceCredential {
  clientId: string;
  clientSecret: string;
  tokenUrl: URL;
  /** The service scopes to ask for: only what the features in use need. */
  scopes: readonly string[];
}

export interface ServiceAccess {
  send: Send;
  close(): Promise<void>;
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
  credential: ServiceCredential,
  { api, deadlineMs, now }: { api: Http; deadlineMs: number; now: () => number },
): ServiceAccess {
  const tokenServer = createHttp({ baseUrl: new URL(credential.tokenUrl.origin), deadlineMs, now });
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
    const { accessToken, lifeSeconds } = await requestToken(tokenServer, credential);
    const marginSeconds = Math.min(longestMarginSeconds, lifeSeconds / 10);
    token = { accessToken, renewAt: askedAt + (lifeSeconds - marginSeconds) * 1000 };
    return token;
  }

  async function send(request: ApiRequest): Promise<Answer> {
    const first = await usableToken();
    try {
      return await api.send({ ...request, accessToken: first.accessToken });
    } catch (error) {
      if (!isLoginNeeded(error)) throw error;
      // Another call may have renewed it meanwhile.
      if (token === first) token = undefined;
    }
    const { accessToken } = await usableToken();
    return api.send({ ...request, accessToken }).catch((error) => {
      throw isLoginNeeded(error) ? credentialRefused(error) : error;
    });
  }

  return { send, close: () => tokenServer.close() };
}

async function requestToken(tokenServer: Http, { clientId, clientSecret, tokenUrl, scopes }: ServiceCredential) {
  const operation = 'Request service token';
  const form = {
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
    scope: scopes.join(' '),
  };
  const path = tokenUrl.pathname + tokenUrl.search;
  const { body } = await tokenServer.send({ operation, method: 'POST', path, form }).catch((error) => {
    throw error instanceof ConventionError && refusals.includes(error.kind) ? credentialRefused(error) : error;
  });
  const { success, data } = tokenAnswer.safeParse(body);
  if (!success) throw new ConventionError('invalid-answer', `${operation}: the answer is not a bearer token`);
  return { accessToken: data.access_token, lifeSeconds: Math.min(data.expires_in, longestLifeSeconds) };
}

/** What a token endpoint says of a credential, in the words for a record. */
const refusals: readonly string[] = ['login-needed', 'not-permitted', 'not-found'];

function isLoginNeeded(error: unknown): error is ConventionError {
  return error instanceof ConventionError && error.kind === 'login-needed';
}

function credentialRefused(error: ConventionError): ConventionError {
  return new ConventionError('unavailable', error.message, { cause: error });
}
