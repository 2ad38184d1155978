// The service credential (interface 5.2): calls with a token of this site's own.
import { ConventionError, isOfKind } from './convention-error.ts';
import type { ApiRequest, Http } from './http.ts';

/**
 * Asks the convention for a token of the site's own (RFC 6749 4.4). `expiresAt` is in milliseconds since 1970. What it rejects with may
 * carry a `status`: 503 is worth another try after `retryAfterSeconds`.
 */
export type RequestServiceToken = () => Promise<ServiceToken>;

interface ServiceToken {
  readonly accessToken: string;
  readonly expiresAt: number;
}

const longestMarginMs = 60_000;

/**
 * Gives a `send` to the API with the service's own token: kept until shortly before it expires, asked for once however
 * many calls wait for it, and asked for again, once, when a call gets a 401. It rejects with a ConventionError, but
 * never with login-needed: no attendee can mend a credential by logging in.
 */
export function createServiceAccess(requestToken: RequestServiceToken, { api, now }: { api: Http; now: () => number }) {
  let token: ServiceToken | undefined;
  let renewAt = 0;
  let pending: Promise<ServiceToken> | undefined;

  async function usableToken(): Promise<ServiceToken> {
    if (token && now() < renewAt) return token;
    pending ??= renewToken().finally(() => {
      pending = undefined;
    });
    return pending;
  }

  async function renewToken(): Promise<ServiceToken> {
    const askedAt = now();
    const fresh = await requestToken().catch(withoutToken);
    renewAt = fresh.expiresAt - Math.min(longestMarginMs, (fresh.expiresAt - askedAt) / 10);
    token = fresh;
    return fresh;
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
      return api.send({ ...request, accessToken }).catch(blameCredential);
    },
  };
}

function withoutToken(cause: { status?: number; retryAfterSeconds?: number }): never {
  const { status, retryAfterSeconds } = cause;
  const kind = status === 503 ? 'busy' : 'unavailable';
  const detail = { cause, retryAfterSeconds, ...(status === 504 && { status }) };
  throw new ConventionError(kind, 'Request service token: the convention gave none', detail);
}

/** A token that is refused although it is fresh: nothing can be reached with this credential. */
function blameCredential(error: unknown): never {
  if (!isOfKind(error, ['login-needed'])) throw error;
  throw new ConventionError('unavailable', error.message, { cause: error });
}
