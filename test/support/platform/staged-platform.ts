import type { ServerResponse } from 'node:http';
import type { TestContext } from 'node:test';
import * as records from '../../convention/records.ts';
import { recordsOfOneUser } from '../../sandbox/sample-calls.ts';
import {
  type ReceivedRequest,
  type Script,
  sendJson,
  startScriptedPlatform,
} from './scripted-platform.ts';

export const calls = {
  authorize: 'GET /oauth/authorize',
  token: 'POST /api/oauth/token',
  user: 'GET /api/users/current',
  registration: 'GET /api/v0/users/{id}/registration',
  volunteer: 'GET /api/v0/users/{id}/volunteer',
  departments: 'GET /api/v0/volunteers/departments',
  dealers: 'POST /api/v0/users/search',
  roles: 'GET /api/v0/users/{id}/roles',
} as const;

/** For each call: the JSON to send, or a function that responds. */
export type Answers = Record<string, unknown | Script>;

/** `write` replaces each string in the attendee's records, except ids, scopes and statuses. */
export function recordsOf(userId: number, write: (text: string, field: string) => string): Answers {
  const user = { ...records.robin, id: String(userId) };
  const asIs = {
    ...recordsOfOneUser(String(userId)),
    [calls.user]: { ...records.currentUser, id: userId },
    [calls.registration]: { ...records.registration, user },
    [calls.volunteer]: { ...records.volunteer, user },
    [calls.departments]: [records.department],
    [calls.dealers]: { data: [{ ...records.dealer, user }] },
    [calls.roles]: { data: records.userRoles },
  };
  return JSON.parse(JSON.stringify(asIs), (field, value) =>
    typeof value === 'string' && !['id', 'scope', 'status'].includes(field)
      ? write(value, field)
      : value,
  );
}

const tokenSet = { access_token: 'token-of-the-stage', token_type: 'bearer', expires_in: 3600 };

/**
 * A platform on which every login succeeds and gets the code `code`. Tests can change `answers` at
 * any time.
 */
export async function startPlatformWithRecords(
  t: TestContext,
  options: { code?: string; answers: Answers },
): Promise<URL> {
  const answer: Script = (response, request) => {
    const { pathname } = new URL(request.path, 'http://localhost');
    const call = `${request.method} ${pathname.replace(/\/users\/\d+\//, '/users/{id}/')}`;
    const staged = options.answers[call];
    if (typeof staged === 'function') staged(response, request);
    else if (staged !== undefined) sendJson(response, staged);
    else if (call === calls.authorize)
      sendBack(response, request, { code: options.code ?? 'code-of-the-stage' });
    else if (call === calls.token) sendJson(response, tokenSet);
    else sendJson(response, { errors: { resource: {} } }, 404);
  };
  const { baseUrl } = await startScriptedPlatform(t, answer, { tokenScript: answer });
  return baseUrl;
}

export function sendBack(
  response: ServerResponse,
  request: ReceivedRequest,
  parameters: Record<string, string>,
): void {
  const asked = new URL(request.path, 'http://localhost').searchParams;
  const back = new URL(asked.get('redirect_uri') ?? '');
  back.search = String(new URLSearchParams({ state: asked.get('state') ?? '', ...parameters }));
  // The wire recorder does not see headers passed to writeHead.
  response.setHeader('location', back.href);
  response.writeHead(303).end();
}
