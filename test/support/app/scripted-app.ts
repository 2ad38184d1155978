// The real app with a logged-in attendee and a scripted platform, for responses that the sandbox
// never sends.
import { createServer, type ServerResponse } from 'node:http';
import { createApp as createOwnApp } from '../../../src/app.ts';
import { createMemoryKeys } from '../../../src/login/login.ts';
import { readConfig } from '../../../src/settings/config.ts';
import { createSiteConvention } from '../../../src/wiring/site-convention.ts';
import type { Lifetime } from '../machine/child-app.ts';
import { listen } from '../machine/listen.ts';
import {
  type ReceivedRequest,
  sendJson,
  startScriptedPlatform,
} from '../platform/scripted-platform.ts';
import { goodSettings } from './good-settings.ts';
import { testLimits } from './limits.ts';
import { recordLog } from './record-log.ts';
import { allServiceScopes } from './start-app.ts';
import { type LoadedPage, type Visitor, visitor } from './visitor.ts';

/** Keyed by method and path: the JSON to send, or a function that responds. */
export type Answers = Record<
  string,
  unknown | ((response: ServerResponse, request: ReceivedRequest) => void)
>;

export interface ScriptedApp {
  readonly url: string;
  /**
   * Tests can change the responses at any time. A call without an entry gets the platform's 404.
   */
  readonly answers: Answers;
  readonly requests: ReceivedRequest[];
  readonly logLines: string[];
  readonly attendee: Visitor;
  open(path: string): Promise<LoadedPage>;
}

export const attendeeId = '77';
export const calls = {
  user: 'GET /api/users/current',
  registration: `GET /api/v0/users/${attendeeId}/registration`,
  volunteer: `GET /api/v0/users/${attendeeId}/volunteer`,
  departments: 'GET /api/v0/volunteers/departments',
  dealers: 'POST /api/v0/users/search',
  roles: `GET /api/v0/users/${attendeeId}/roles`,
  token: 'POST /api/oauth/token',
} as const;

async function startScript(t: Lifetime) {
  const answers: Answers = {
    [calls.token]: { access_token: 'token-of-the-script', token_type: 'bearer', expires_in: 3600 },
    [calls.user]: { id: Number(attendeeId) },
  };
  const answerByScript = (response: ServerResponse, request: ReceivedRequest) => {
    const { pathname, searchParams } = new URL(request.path, 'http://localhost');
    const answer = answers[`${request.method} ${pathname}`];
    if (pathname === '/oauth/authorize') sendBack(response, searchParams);
    else if (typeof answer === 'function') answer(response, request);
    else if (answer === undefined) sendJson(response, { errors: { resource: {} } }, 404);
    else sendJson(response, answer);
  };
  const { baseUrl, requests } = await startScriptedPlatform(t, answerByScript, {
    tokenScript: answerByScript,
  });
  return { baseUrl, requests, answers };
}

/**
 * Logs the attendee in before it applies `answers`. `createApp` may come from a modified copy of
 * this project.
 */
export async function startScriptedApp(
  t: Lifetime,
  answers: Answers,
  settings: Record<string, string> = {},
  createApp = createOwnApp,
): Promise<ScriptedApp> {
  const { baseUrl, requests, answers: script } = await startScript(t);
  const server = createServer();
  const url = await listen(t, server);
  const config = readConfig({
    ...goodSettings,
    PUBLIC_URL: url,
    CONVENTION_URL: baseUrl.href,
    CONVENTION_NAME: 'Testcon',
    SERVICE_SCOPES: allServiceScopes,
    ...settings,
  });
  const logLines: string[] = [];
  const log = recordLog(logLines);
  const convention = createSiteConvention(config, { log });
  const keys = createMemoryKeys();
  server.on('request', createApp({ config, keys, convention, log, limits: testLimits }));
  t.after(() => convention.close());

  const attendee = visitor();
  await attendee.open(`${url}/login?return_to=/profile`);
  requests.length = 0;
  return {
    url,
    attendee,
    answers: Object.assign(script, answers),
    requests,
    logLines,
    open: (path) => attendee.open(url + path),
  };
}

function sendBack(response: ServerResponse, asked: URLSearchParams): void {
  const back = new URL(asked.get('redirect_uri') ?? '');
  back.search = String(new URLSearchParams({ code: 'a-code', state: asked.get('state') ?? '' }));
  response.writeHead(303, { location: back.href }).end();
}
