import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, get, type ServerResponse } from 'node:http';
import test, { type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import express from 'express';
import { concurrencyLimit } from '../../../src/web/requests/concurrency-limit.ts';
import { startAppOfMany } from '../../support/app/app-of-many.ts';
import type { Visitor } from '../../support/app/visitor.ts';
import { listen } from '../../support/machine/listen.ts';
import { sendJson } from '../../support/platform/scripted-platform.ts';

async function startSlowApp(t: TestContext) {
  const { app, logInAs } = await startAppOfMany(t);
  app.answers['GET /api/v0/users/7/roles'] = { data: [] };
  const held: ServerResponse[] = [];
  let isSlow = true;
  app.answers['GET /api/v0/users/100/roles'] = (response: ServerResponse) => {
    if (isSlow) held.push(response);
    else sendJson(response, { data: [] });
  };
  return {
    logInAs,
    held,
    open: (who: Visitor, path = '/roles', spelling = 0) =>
      who.request(app.url + path, { headers: { cookie: spelledCookie(who, app.url, spelling) } }),
    release() {
      isSlow = false;
      for (const response of held) sendJson(response, { data: [] });
    },
  };
}

/** Returns the Cookie header with the same session id, spelled differently for each number. */
function spelledCookie(who: Visitor, url: string, spelling: number): string {
  return [...who.cookies(url)]
    .map(([name, value]) => {
      const letters = [...decodeURIComponent(value)].map((letter, place) =>
        (spelling >> place) % 2 === 0 || spelling === 0 ? encodeURIComponent(letter) : hex(letter),
      );
      return `${name}=${spelling % 3 === 1 ? `"${letters.join('')}"` : letters.join('')}`;
    })
    .join('; ');
}

const hex = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`;

test('P104 of 100 pages that one session opens at once 32 are served in turn, the rest is 429, and nobody else waits', async (t) => {
  const { open, logInAs, held, release } = await startSlowApp(t);
  const [robin, sam] = [await logInAs('100'), await logInAs('7')];
  const statuses: number[] = [];
  const pages = Array.from({ length: 100 }, async (_, spelling) => {
    const { status, headers } = await open(robin, '/roles', spelling);
    statuses.push(status);
    if (status === 429) assert.equal(headers.get('retry-after'), '5');
  });
  // The gate in front of the platform admits two calls per person at a time.
  await until(() => held.length === 2 && statuses.length === 100 - 32);
  assert.deepEqual(new Set(statuses), new Set([429]));
  assert.equal((await open(sam)).status, 200);
  assert.equal(
    (await open(robin, '/accessibility')).status,
    429,
    'the session has too many requests in progress',
  );
  release();
  await Promise.all(pages);
  assert.equal(statuses.filter((status) => status === 200).length, 32);
  assert.equal((await open(robin)).status, 200, 'the session can open pages again');
});

test('a request whose visitor has left frees its place, in progress or waiting', async (t) => {
  const begun: string[] = [];
  const app = express().use(concurrencyLimit((req) => req.get('x-key')));
  app.get('/{*path}', (req) => void begun.push(req.path));
  const server = createServer(app);
  const url = await listen(t, server);
  server.on('request', (_req, res) => res.once('close', () => server.emit('gone')));
  const ask = async (path: string, headers: Record<string, string> = { 'x-key': 'a' }) => {
    const request = get(url + path, { headers });
    request.on('error', () => {});
    await once(server, 'request');
    return request;
  };
  const asked = [];
  for (let count = 0; count < 11; count += 1) asked.push(await ask(`/${count}`));
  assert.equal(begun.length, 8);
  asked[8]?.destroy();
  await once(server, 'gone');
  asked[3]?.destroy();
  await once(server, 'gone');
  assert.deepEqual(begun.slice(8), ['/9']);
  asked[9]?.destroy();
  await once(server, 'gone');
  assert.deepEqual(begun.slice(9), ['/10']);
  await ask('/other', { 'x-key': 'b' });
  await ask('/no-key', {});
  assert.deepEqual(begun.slice(10), ['/other', '/no-key']);
});

/** In milliseconds. */
const longestWait = 10_000;

async function until(isTrue: () => boolean): Promise<void> {
  const start = performance.now();
  while (!isTrue()) {
    assert.ok(performance.now() - start < longestWait, 'the condition did not become true in time');
    await sleep(5);
  }
}
