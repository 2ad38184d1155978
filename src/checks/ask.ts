// Asks the platform over HTTP: one question, one answer, no redirect, within the deadline.
import { randomBytes } from 'node:crypto';
import { request } from 'undici';
import { isRedirect, isWebPage } from '../convention/exchange.ts';
import { causeWithCode } from '../log/causes.ts';
import { redirectUri } from '../login/login.ts';
import type { Config } from '../settings/config.ts';
import type { Finding, Site } from './finding.ts';

interface HttpAnswer {
  readonly status: number;
  /** Returns a header by its name in lower case. */
  readonly header: (name: string) => string | undefined;
  /** Undefined if the answer is not JSON. */
  readonly json: unknown;
  /** The OAuth error code of the answer (RFC 6749 5.2), if it has one. */
  readonly error: string | undefined;
}

interface Question {
  /** Makes it a POST: a form, to which the client is added as OAUTH_CLIENT_AUTH says. */
  readonly form?: ClientForm;
}

interface ClientForm {
  readonly client: Pick<Config['oauth'], 'clientId' | 'clientSecret' | 'clientAuth'>;
  readonly body: Readonly<Record<string, string>>;
}

/** In bytes. */
const longestAnswer = 64 * 1024;

/** Rejects if there is no answer in time. A redirect is an answer. */
export async function ask(
  address: URL,
  { deadlineMs }: Pick<Site, 'deadlineMs'>,
  { form }: Question = {},
): Promise<HttpAnswer> {
  // Not `fetch`, which says that it is no navigation: then nobody may log in.
  const { statusCode, headers, body } = await request(address, {
    signal: AbortSignal.timeout(deadlineMs),
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
  const { error } = Object(json);
  const isCode = typeof error === 'string' && /^[a-z_]{1,40}$/.test(error);
  return {
    status: statusCode,
    header: (name) => [headers[name]].flat()[0],
    json,
    error: isCode ? error : undefined,
  };
}

/** Asks for a token with a code that does not exist: a platform first checks the client. */
export function askWithUnknownCode(site: Site, token: URL): Promise<HttpAnswer> {
  const { oauth, publicUrl } = site.config;
  const body = {
    grant_type: 'authorization_code',
    code: 'check',
    redirect_uri: redirectUri(publicUrl).href,
    code_verifier: randomBytes(32).toString('hex'),
  };
  return ask(token, site, { form: { client: oauth, body } });
}

/** Returns the code of a failed question, such as ENOTFOUND: an operator can look it up. */
export function codeOf(error: unknown): string {
  const { code, name } = Object(Object(error).cause ?? error);
  const word = String(code ?? name);
  return /^[\w-]{1,40}$/.test(word) ? word : '-';
}

/** What a platform says of itself: nothing is wrong here. `what`: which part of it answered. */
export function platformsOwnFinding(status: number, what: string): Finding | undefined {
  if (status === 429) return causeFinding('platform-slow-down', `answers 429 ${what}`);
  if (status >= 500) return causeFinding('platform-error', `answers ${status} ${what}: it is down`);
  return undefined;
}

/** If a web page answered in place of the platform, such as the login of a network. */
export function webPageFinding({ status, header }: HttpAnswer, where: string): Finding | undefined {
  if (!isWebPage(status, header('content-type'))) return undefined;
  const location = isRedirect(status) ? `, which leads to ${header('location')}` : '';
  const what = `a web page answered ${where}, not the platform (${status}${location})`;
  return causeFinding('platform-web-page', what);
}

/** A finding that keeps everybody from logging in, with the fix for the cause of this code. */
export function causeFinding(code: string, what: string): Finding {
  const { fix = '' } = causeWithCode(code) ?? {};
  return { level: 'error', about: 'Platform', what, why: 'nobody can log in', fix, code };
}

/** With HTTP Basic, the secret is in a header (RFC 6749 2.3.1). */
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

/** The rest of an answer without end is not read. */
async function startOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > longestAnswer) break;
  }
  return Buffer.concat(chunks).toString('utf8', 0, longestAnswer);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
