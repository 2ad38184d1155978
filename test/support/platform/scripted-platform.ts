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
} from '../../../src/convention/convention.ts';
import { createServiceTokens } from '../../../src/login/login.ts';
import type { Lifetime } from '../machine/child-app.ts';
import { listen } from '../machine/listen.ts';

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
  requests: ReceivedRequest[];
  tokenRequests: ReceivedRequest[];
}

export async function startScriptedPlatform(
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
      // Tests set short timeouts for calls, but a token request may take longer on a busy machine.
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

export function sendHtml(
  response: ServerResponse,
  status: number,
  headers: Record<string, string> = {},
) {
  response
    .writeHead(status, { 'content-type': 'text/html', ...headers })
    .end('<h1>Just a moment</h1>');
}

function sendToken(response: ServerResponse) {
  sendJson(response, { access_token: 'service-token', token_type: 'Bearer', expires_in: 3600 });
}

export function platformError(kind: string, detail: object = {}) {
  return { errors: { [kind]: { message: 'CANARY-TEXT', ...detail } } };
}

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
