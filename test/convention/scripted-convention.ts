// A convention that answers exactly what a test scripts, however hostile: real HTTP on a free loopback port.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { type Convention, type ConventionOptions, createConvention } from '../../src/convention/convention.ts';

export interface ReceivedRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

type Script = (response: ServerResponse, request: ReceivedRequest) => void;

/** Starts a server that answers each request by its script, and a client of it. Both close when the test ends. */
export async function startScriptedConvention(
  t: TestContext,
  script: Script,
  options: Partial<ConventionOptions> = {},
): Promise<{ convention: Convention; requests: ReceivedRequest[]; baseUrl: URL }> {
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const received = await readRequest(request);
    requests.push(received);
    script(response, received);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = urlOf(server.address());
  const convention = createConvention({ baseUrl, ...options });
  t.after(async () => {
    server.closeAllConnections();
    server.close();
    await convention.close();
  });
  return { convention, requests, baseUrl };
}

/** Starts a server below HTTP: the script gets each raw socket. */
export async function startRawConvention(
  t: TestContext,
  script: (socket: Socket) => void,
  options: Partial<ConventionOptions> = {},
): Promise<Convention> {
  const sockets = new Set<Socket>();
  const server = createSocketServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    script(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const convention = createConvention({ baseUrl: urlOf(server.address()), ...options });
  t.after(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await convention.close();
  });
  return convention;
}

/** Answers with JSON. */
export function sendJson(response: ServerResponse, body: unknown, status = 200, headers: Record<string, string> = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** Answers as a shield in front of the platform does. */
export function sendHtml(response: ServerResponse, status: number, headers: Record<string, string> = {}) {
  response.writeHead(status, { 'content-type': 'text/html', ...headers }).end('<h1>Just a moment</h1>');
}

function urlOf(address: AddressInfo | string | null): URL {
  return new URL(`http://127.0.0.1:${(address as AddressInfo).port}`);
}

async function readRequest(request: IncomingMessage): Promise<ReceivedRequest> {
  request.setEncoding('utf8');
  let body = '';
  for await (const chunk of request) body += chunk;
  return { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body };
}
