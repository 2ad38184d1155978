// Asks the platform what a login asks it, without a person: for a monitor, as often as it asks.
import { ask, askWithUnknownCode } from './ask.ts';
import { type Endpoints, findEndpoints } from './endpoints.ts';
import type { Site } from './finding.ts';

type Answer = Awaited<ReturnType<typeof ask>>;

/**
 * Returns a function that resolves if the API is there and the token endpoint knows this client.
 * Otherwise it rejects with an error whose cause the log can name. It cannot see whether a real
 * token is taken, or a real login.
 */
export function createLoginProbe(site: Site): () => Promise<void> {
  let endpoints: Endpoints | undefined;
  return async () => {
    endpoints ??= (await findEndpoints(site)).endpoints;
    await Promise.all([
      askApi(site),
      endpoints ? askForToken(site, endpoints.token) : noAddresses(),
    ]);
  };
}

async function noAddresses(): Promise<never> {
  throw unexpected('Discover endpoints');
}

/** 401 is as it should be: no token is sent. */
async function askApi(site: Site): Promise<void> {
  const { baseUrl } = site.config.api;
  const answer = await ask(new URL(`${baseUrl.href.replace(/\/$/, '')}/api/users/current`), site);
  if (answer.status === 401 || (answer.status === 403 && answer.json !== undefined)) return;
  throw unexpected('Get current user', answer);
}

/** A code that does not exist is refused, but for another reason than the client. */
async function askForToken(site: Site, token: URL): Promise<void> {
  const answer = await askWithUnknownCode(site, token, 'monitor');
  // Auth0 says so with 403, others with 401 (RFC 6749 section 5.2 wants 400).
  if (answer.error === 'invalid_grant') return;
  const isUnknownClient = ['invalid_client', 'unauthorized_client'].includes(answer.error ?? '');
  if (answer.status === 400 && answer.json !== undefined && !isUnknownClient) return;
  const error = answer.error ?? (answer.status === 401 ? 'invalid_client' : undefined);
  throw unexpected('Exchange code', { ...answer, error });
}

/** With the fields by which the log finds the cause, and the time to wait, in seconds. */
function unexpected(
  operation: string,
  { status, error, header }: Partial<Pick<Answer, 'status' | 'error' | 'header'>> = {},
): Error {
  const known = { answered: status, error, retryAfter: Number(header?.('retry-after')) || 0 };
  const message = `${operation}: the platform answered ${status ?? 'no addresses'}`;
  return Object.assign(new Error(message), { kind: 'invalid-answer', operation, ...known });
}
