// A convention that answers exactly what a test scripts: real HTTP on a free loopback port.
import assert from 'node:assert/strict';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { createServer as createSocketServer, type Socket } from 'node:net';
import {
  type Convention,
  type ConventionOptions,
  createConvention,
  type ServiceClient,
} from '../../src/convention/convention.ts';
import { createServiceTokens } from '../../src/login/login.ts';
import type { Lifetime } from '../support/child-app.ts';
import { listen } from '../support/listen.ts';

export interface ReceivedRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export type Script = (response: ServerResponse, request: ReceivedRequest) => void;

export interface ScriptedConvention {
  convention: Convention;
  service: ServiceClient;
  baseUrl: URL;
  /** The requests to the API; token requests are recorded separately. */
  requests: ReceivedRequest[];
  tokenRequests: ReceivedRequest[];
}

/**
 * Starts a server that answers each request by its script, and a client for it. Both close when the
 * test ends. Nothing is waited for before a retry.
 */
export async function startScriptedConvention(
  t: Lifetime,
  script: Script,
  {
    tokenScript = sendToken,
    ...options
  }: Partial<ConventionOptions> & { tokenScript?: Script } = {},
): Promise<ScriptedConvention> {
  const requests: ReceivedRequest[] = [];
  const tokenRequests: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const received = await readRequest(request);
    const isTokenRequest = received.path === '/api/oauth/token';
    (isTokenRequest ? tokenRequests : requests).push(received);
    (isTokenRequest ? tokenScript : script)(response, received);
  });
  const baseUrl = new URL(await listen(t, server, '127.0.0.1'));
  const convention = createConvention({
    baseUrl,
    requestServiceToken: createServiceTokens({
      clientId: 'lanyard',
      clientSecret: 'CANARY-SECRET',
      tokenUrl: new URL('/api/oauth/token', baseUrl),
      scopes: ['registration:read', 'user:read'],
      // Not the deadline of a call: it may be too short for a token on a busy machine.
      deadlineSeconds: 8,
      ...(options.now && { now: options.now }),
    }),
    pause: async () => {},
    ...options,
  });
  t.after(() => convention.close());
  const service = convention.asService();
  assert.ok(service);
  return { convention, service, baseUrl, requests, tokenRequests };
}

/** Starts a server below HTTP: the script gets each raw socket. */
export async function startRawConvention(
  t: Lifetime,
  script: (socket: Socket) => void,
): Promise<Convention> {
  const sockets = new Set<Socket>();
  const server = createSocketServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    script(socket);
  });
  const baseUrl = new URL(await listen(t, server, '127.0.0.1'));
  const convention = createConvention({ baseUrl });
  t.after(async () => {
    for (const socket of sockets) socket.destroy();
    await convention.close();
  });
  return convention;
}

export function sendJson(
  response: ServerResponse,
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
) {
  response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify(body));
}

/** Responds like a firewall in front of the platform. */
export function sendHtml(
  response: ServerResponse,
  status: number,
  headers: Record<string, string> = {},
) {
  response
    .writeHead(status, { 'content-type': 'text/html', ...headers })
    .end('<h1>Just a moment</h1>');
}

/** Responds with a service token that expires after an hour. */
function sendToken(response: ServerResponse) {
  sendJson(response, { access_token: 'service-token', token_type: 'Bearer', expires_in: 3600 });
}

/** Returns an error in the platform's format. Its text must never get out. */
export function platformError(kind: string, detail: object = {}) {
  return { errors: { [kind]: { message: 'CANARY-TEXT', ...detail } } };
}

/** Returns all items of a list. */
export async function listAll<Item>(list: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of list) items.push(item);
  return items;
}

async function readRequest(request: IncomingMessage): Promise<ReceivedRequest> {
  request.setEncoding('utf8');
  let body = '';
  for await (const chunk of request) body += chunk;
  return { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body };
}
