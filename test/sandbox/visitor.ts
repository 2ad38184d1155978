import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../src/sandbox/app.ts';
import type { Mode } from '../../src/sandbox/mode.ts';
import { type RequestOptions, visitor } from '../support/app/visitor.ts';

export const redirectUri = 'http://localhost:3999/login/callback';
const client = { client_id: 'lanyard', client_secret: 'sandbox-secret' };

/** For tests that run in both modes. Each mode is also an option of `sandboxFor`. */
export const bothModes = [
  { name: 'tolerant', strict: false },
  { name: 'strict', strict: true },
];

export async function sandboxFor(
  t: TestContext,
  options: Partial<SandboxOptions> = {},
): Promise<Sandbox> {
  const sandbox = await startSandbox({ redirectUris: [redirectUri], ...options });
  t.after(() => sandbox.close());
  return sandbox;
}

export interface Visitor {
  /** `location` is the URL of a redirect out of the sandbox, or null. */
  open(
    url: string | URL,
    form?: URLSearchParams,
  ): Promise<{ response: Response; page: string; location: URL | null }>;
}

export function visitorOf(sandbox: Sandbox): Visitor {
  const browser = visitor();
  return {
    async open(address, form) {
      let url = new URL(address, sandbox.url);
      let options: RequestOptions = form ? { method: 'POST', form } : {};
      for (;;) {
        const response = await browser.request(url, {
          ...options,
          headers: { accept: 'text/html' },
        });
        const page = await response.text();
        const next = response.headers.get('location');
        if (next === null) return { response, page, location: null };
        url = new URL(next, url);
        if (url.origin !== sandbox.url) return { response, page, location: url };
        options = {};
      }
    },
  };
}

export function authorizationUrl(sandbox: Sandbox, scope: string): URL {
  const url = new URL('/oauth/authorize', sandbox.url);
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: redirectUri,
    scope,
    state: 'a-state',
  }).toString();
  return url;
}

export function submit(
  visitor: Visitor,
  { page, fields }: { page: string; fields: [string, string][] },
) {
  const action = /<form method="post" action="([^"]+)"/.exec(page)?.[1];
  assert.ok(action, 'the page has a form');
  return visitor.open(action, new URLSearchParams(fields));
}

export interface Login {
  attendee: string;
  scope: string;
  /** The scopes to tick on the consent page. Default: all requested scopes. */
  ticked?: string[];
}

export async function authorize(
  sandbox: Sandbox,
  { attendee, scope, ticked }: Login,
  visitor = visitorOf(sandbox),
) {
  const logIn = await visitor.open(authorizationUrl(sandbox, scope));
  const consent = await submit(visitor, { page: logIn.page, fields: [['attendee', attendee]] });
  if (consent.location !== null) return consent.location;
  const boxes = (ticked ?? scope.split(' ')).map((one): [string, string] => ['scope', one]);
  const { location } = await submit(visitor, {
    page: consent.page,
    fields: [['decision', 'allow'], ...boxes],
  });
  assert.ok(location, 'the sandbox redirects the browser to the client');
  return location;
}

export type TokenAnswer = Record<
  'access_token' | 'refresh_token' | 'scope' | 'token_type' | 'error',
  string
> & {
  expires_in: number;
  errors?: Record<string, unknown>;
};

export async function askForTokens(sandbox: Sandbox, fields: Record<string, string>) {
  const response = await fetch(`${sandbox.url}/api/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ ...client, ...fields }),
  });
  return { status: response.status, answer: (await response.json()) as TokenAnswer };
}

const kindsOfErrors = {
  invalid_client: 'authentication',
  invalid_grant: 'authentication',
  invalid_scope: 'validation',
};

/** In strict mode, the platform's error format replaces OAuth's. */
export function assertTokenError(
  { status, answer }: { status: number; answer: TokenAnswer },
  expected: { status: number; error: keyof typeof kindsOfErrors },
  { strict }: Mode,
): void {
  const errors = strict ? Object.keys(answer.errors ?? {}) : [answer.error];
  const error = strict ? kindsOfErrors[expected.error] : expected.error;
  assert.deepEqual([status, ...errors], [expected.status, error]);
}

export async function logIn(sandbox: Sandbox, login: Login, visitor = visitorOf(sandbox)) {
  const code = (await authorize(sandbox, login, visitor)).searchParams.get('code') ?? '';
  const { status, answer } = await askForTokens(sandbox, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
  });
  assert.equal(status, 200, JSON.stringify(answer));
  return answer;
}

export async function serviceToken(sandbox: Sandbox, scope: string): Promise<string> {
  const { answer } = await askForTokens(sandbox, { grant_type: 'client_credentials', scope });
  return answer.access_token;
}

/** Each mode has its own path for searching dealers. */
export function dealerSearch({ strict }: Mode): string {
  return strict ? 'POST /api/v0/dealers/search' : 'POST /api/v0/users/search';
}

export interface ApiResponse {
  status: number;
  /** `body` is null if the response is empty. */
  body: Record<string, unknown>;
}

/**
 * `call` is a method and a path, such as `GET /api/users/current`. `sent` becomes the JSON body.
 */
export async function callApi(
  sandbox: Sandbox,
  { call, token, sent }: { call: string; token?: string | undefined; sent?: unknown },
): Promise<ApiResponse> {
  const [method = '', path = ''] = call.split(' ');
  const response = await fetch(sandbox.url + path, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(sent !== undefined && { 'content-type': 'application/json' }),
    },
    ...(sent !== undefined && { body: JSON.stringify(sent) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
}

export async function setFaults(sandbox: Sandbox, faults: unknown): Promise<ApiResponse> {
  return callApi(sandbox, { call: 'PUT /faults', sent: faults });
}
