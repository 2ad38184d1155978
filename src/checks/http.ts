// Sends HTTP requests for the checks, and explains failures that several checks can encounter.
import { randomBytes } from 'node:crypto';
import { Agent, request } from 'undici';
import { isRedirect, isWebPage } from '../convention/send-request.ts';
import { causeWithCode } from '../log/causes.ts';
import { redirectUri } from '../login/login.ts';
import type { Config } from '../settings/config.ts';
import { fromOutside } from '../text.ts';
import type { Finding, Site } from './finding.ts';

export interface HttpResponse {
  readonly status: number;
  /** `name` must be in lower case. */
  readonly header: (name: string) => string | undefined;
  /** The parsed body, or undefined if it is not JSON. */
  readonly json: unknown;
  /** The OAuth error code (RFC 6749 5.2), if there is one. */
  readonly error: string | undefined;
}

interface RequestOptions {
  /**
   * If set, the request is a POST with this form and the client's credentials, sent as
   * OAUTH_CLIENT_AUTH specifies.
   */
  readonly form?: ClientForm;
  /** Whether to bypass the outgoing proxy. Set for a server on this computer. */
  readonly isDirect?: boolean;
}

interface ClientForm {
  readonly client: Pick<Config['oauth'], 'clientId' | 'clientSecret' | 'clientAuth'>;
  readonly body: Readonly<Record<string, string>>;
}

/** In bytes. The rest of a response is ignored. */
const longestBody = 64 * 1024;

/**
 * Does not follow redirects. Rejects if the connection fails, or if the response takes longer than
 * `deadlineMs`.
 */
export async function send(
  url: URL,
  { deadlineMs }: Pick<Site, 'deadlineMs'>,
  { form, isDirect = false }: RequestOptions = {},
): Promise<HttpResponse> {
  // `fetch` would send Sec-Fetch headers. Lanyard would then reject the doctor's login, because it
  // is not a navigation.
  const { statusCode, headers, body } = await request(url, {
    signal: AbortSignal.timeout(deadlineMs),
    ...(isDirect && { dispatcher: new Agent({ pipelining: 0 }) }),
    ...(form && { method: 'POST', body: bodyOf(form).toString() }),
    headers: {
      accept: 'application/json, text/html',
      'user-agent': 'Lanyard',
      ...(form && {
        'content-type': 'application/x-www-form-urlencoded',
        ...authorizationOf(form),
      }),
    },
  });
  const json = parsed(await startOf(body));
  return {
    status: statusCode,
    header: (name) => [headers[name]].flat()[0],
    json,
    error: fromOutside(Object(json).error, 'code'),
  };
}

/**
 * Requests a token with an unknown code. The platform checks the client before the code, so the
 * error shows whether it accepts the client.
 */
export function sendUnknownCode(
  site: Site,
  token: URL,
  { pkce, clientSecret }: { pkce: boolean; clientSecret: string } = site.config.oauth,
): Promise<HttpResponse> {
  const { oauth, publicUrl } = site.config;
  const body = {
    grant_type: 'authorization_code',
    code: 'check',
    redirect_uri: redirectUri(publicUrl).href,
    ...(pkce && { code_verifier: randomBytes(32).toString('hex') }),
  };
  return send(token, site, { form: { client: { ...oauth, clientSecret }, body } });
}

/**
 * Whether two responses differ in more than ids, times and hashes. False if the second one is a 429
 * or a 5xx.
 */
export function isDifferent(first: HttpResponse, second: HttpResponse): boolean {
  if (second.status === 429 || second.status >= 500) return false;
  return first.status !== second.status || wordsOf(first.json) !== wordsOf(second.json);
}

function wordsOf(json: unknown): string | undefined {
  return JSON.stringify(json, (name, value) => {
    // With `\S*\d\S*`, a long word would take seconds.
    if (typeof value === 'string')
      return value.replace(/\S+/g, (word) => (/\d/.test(word) ? '#' : word));
    return typeof value === 'number' && name !== 'code' ? '#' : value;
  });
}

/** The finding for a platform that accepts logins only without PKCE. */
export function pkceFinding(what: string): Finding {
  return {
    ...causeFinding('platform-request', `${what}, and accepts it without PKCE`),
    fix: noPkce,
  };
}

const noPkce =
  'OAUTH_PKCE=off. state and OAUTH_CLIENT_SECRET then protect the login. Ask the operators of the platform to ignore parameters that they do not know (RFC 6749 3.1 and 3.2)';

/**
 * Returns a code that an operator can look up, such as ENOTFOUND, or the proxy's response status.
 */
export function codeOf(error: unknown): string {
  const { answered, cause = error } = Object(error);
  const { code, name } = Object(cause);
  return fromOutside(String(answered ?? code ?? name), 'code') ?? '-';
}

/**
 * Returns a finding if the platform is busy or failing (429 or 5xx). `what` completes the sentence
 * that begins with the status, such as "at its token endpoint".
 */
export function platformsOwnFinding(status: number, what: string): Finding | undefined {
  if (status === 429) return causeFinding('platform-slow-down', `returns 429 ${what}`);
  if (status >= 500) return causeFinding('platform-error', `returns ${status} ${what}: it is down`);
  return undefined;
}

/**
 * Whether the next response may differ by chance, so that responses cannot be compared. False for a
 * 500, which some platforms return to reject a request.
 */
export function isTemporary(status: number): boolean {
  return status === 429 || status > 500;
}

/**
 * Returns a finding if the response is a web page that is not the platform's, such as a network's
 * login page. `where` is part of the sentence, such as `at https://reg.example/api`.
 */
export function webPageFinding(
  { status, header }: HttpResponse,
  where: string,
): Finding | undefined {
  if (!isWebPage(status, header('content-type'))) return undefined;
  const origin = isRedirect(status) ? fromOutside(header('location'), 'origin') : undefined;
  const location = origin ? `, which redirects to ${origin}` : '';
  const what = `a web page responded ${where} instead of the platform (${status}${location})`;
  return causeFinding('platform-web-page', what);
}

/** The finding for a cause (log/causes.ts) that stops all logins. */
export function causeFinding(code: string, what: string): Finding {
  const { fix = '' } = causeWithCode(code) ?? {};
  return { level: 'error', about: 'Platform', what, why: 'nobody can log in', fix, code };
}

/** Returns the HTTP Basic header (RFC 6749 2.3.1), or nothing if OAUTH_CLIENT_AUTH is `post`. */
function authorizationOf({ client }: ClientForm): { authorization?: string } {
  const { clientId, clientSecret, clientAuth } = client;
  if (clientAuth !== 'basic') return {};
  const credential = [clientId, clientSecret].map(encodeURIComponent).join(':');
  return { authorization: `Basic ${Buffer.from(credential).toString('base64')}` };
}

function bodyOf({ client, body }: ClientForm): URLSearchParams {
  const { clientId, clientSecret, clientAuth } = client;
  const credential = { client_id: clientId, client_secret: clientSecret };
  return new URLSearchParams({ ...body, ...(clientAuth !== 'basic' && credential) });
}

async function startOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > longestBody) break;
  }
  return Buffer.concat(chunks).toString('utf8', 0, longestBody);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
