// The real app before a convention that answers whatever a test says, with its attendee logged in: for what the sandbox never sends.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { createApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/log.ts';
import { createMemoryKeys } from '../../src/login/login.ts';
import { createSiteConvention } from '../../src/site-convention.ts';
import { type ReceivedRequest, sendJson, startScriptedConvention } from '../convention/scripted-convention.ts';
import { goodSettings } from './good-settings.ts';
import { allServiceScopes, unlimited } from './start-app.ts';
import { type SeenPage, type Visitor, visitor } from './visitor.ts';

/** By method and path: what is answered as JSON, or what answers. */
export type Answers = Record<string, unknown | ((response: ServerResponse, request: ReceivedRequest) => void)>;

export interface ScriptedApp {
  readonly url: string;
  /** May be changed at any time; a call that is not in it is answered 404 as the platform does. */
  readonly answers: Answers;
  /** What the convention was asked, oldest first. */
  readonly requests: ReceivedRequest[];
  /** Every line that the app has logged. */
  readonly logLines: string[];
  /** Whoever is logged in. */
  readonly attendee: Visitor;
  /** Opens a page of the app as the attendee. */
  open(path: string): Promise<SeenPage>;
}

/** The attendee whose token the scripted convention gives out. */
export const attendeeId = '77';
/** Where the records of this attendee are read. */
export const calls = {
  user: 'GET /api/users/current',
  registration: `GET /api/v0/users/${attendeeId}/registration`,
  volunteer: `GET /api/v0/users/${attendeeId}/volunteer`,
  departments: 'GET /api/v0/volunteers/departments',
  dealers: 'POST /api/v0/users/search',
  roles: `GET /api/v0/users/${attendeeId}/roles`,
  token: 'POST /api/oauth/token',
} as const;

/** Starts a convention where anybody who logs in is the attendee, and that answers as `answers` says from then on. */
export async function startScript(t: TestContext) {
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
  const { baseUrl, requests } = await startScriptedConvention(t, answerByScript, { tokenScript: answerByScript });
  return { baseUrl, requests, answers };
}

/** Logs the attendee in with all service scopes and whatever `settings` say, then answers as `answers` says. */
export async function startScriptedApp(
  t: TestContext,
  answers: Answers,
  settings: Record<string, string> = {},
): Promise<ScriptedApp> {
  const { baseUrl, requests, answers: script } = await startScript(t);
  const server = createServer().listen(0, 'localhost');
  await once(server, 'listening');
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  const config = readConfig({
    ...goodSettings,
    PUBLIC_URL: url,
    CONVENTION_URL: baseUrl.href,
    CONVENTION_NAME: 'Testcon',
    SERVICE_SCOPES: allServiceScopes,
    ...settings,
  });
  const logLines: string[] = [];
  const log = createLog('debug', { write: (line) => void logLines.push(line) });
  const convention = createSiteConvention(config, { log });
  server.on('request', createApp({ config, keys: createMemoryKeys(), convention, log, rates: unlimited }));
  t.after(async () => {
    server.close();
    server.closeAllConnections();
    await convention.close();
  });

  const attendee = visitor();
  await attendee.open(`${url}/profile`);
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

/** What the attendee's browser gets when they allow everything. */
function sendBack(response: ServerResponse, asked: URLSearchParams): void {
  const back = new URL(asked.get('redirect_uri') ?? '');
  back.search = String(new URLSearchParams({ code: 'a-code', state: asked.get('state') ?? '' }));
  response.writeHead(303, { location: back.href }).end();
}
