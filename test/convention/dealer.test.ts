import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import test, { type TestContext } from 'node:test';
import { ConventionError } from '../../src/convention/convention-error.ts';
import { isUnknownPath } from '../../src/convention/dealer.ts';
import {
  listAll,
  platformError,
  type Script,
  sendHtml,
  sendJson,
  startScriptedPlatform,
} from '../support/platform/scripted-platform.ts';

const documented = '/api/v0/dealers/search';
const ofInterface = '/api/v0/users/search';

type Answer = (response: ServerResponse, nextPage?: string) => void;

/** A path without an entry gets the platform's 404. */
async function startPlatform(t: TestContext, responses: Record<string, Answer>, path?: string) {
  const script: Script = (response, request) => {
    const reply = responses[request.path] ?? notFound;
    reply(response, JSON.parse(request.body).nextPage);
  };
  const lines: unknown[] = [];
  const log = { warn: (...line: unknown[]) => void lines.push(line) };
  const options = { log, ...(path && { dealerSearchPath: path }) };
  const { service, requests } = await startScriptedPlatform(t, script, options);
  return {
    lines,
    search: async (userIds = ['7']) =>
      (await listAll(service.dealers({ userIds }))).map(({ id }) => id),
    /** Returns the paths requested since the previous call. */
    asked: () => requests.splice(0).map(({ path: asked }) => asked),
    sent: () => requests.map(({ body }) => JSON.parse(body)),
  };
}

const error =
  (status: number, body: object): Answer =>
  (response) =>
    sendJson(response, body, status);
const page =
  (status: number, headers?: Record<string, string>): Answer =>
  (response) =>
    sendHtml(response, status, headers);
const found: Answer = (response) => sendJson(response, { data: [{ id: 1, user: { id: 7 } }] });
const none: Answer = (response) => sendJson(response, { data: [], hasMore: false });
const notFound = error(404, platformError('resource'));

test('the documented path is searched first, and the one of the interface never, if the first exists', async (t) => {
  for (const response of [found, none]) {
    const platform = await startPlatform(t, { [documented]: response, [ofInterface]: found });
    for (const _ of [1, 2]) await platform.search();
    assert.deepEqual(platform.asked(), [documented, documented]);
  }
});

test('a platform that has only the path of the interface is searched there, and the path is remembered', async (t) => {
  for (const unknown of [
    notFound,
    page(404),
    error(405, {}),
    error(501, platformError('internal')),
    error(400, platformError('resource')),
    error(400, platformError('usage')),
    page(200),
    page(302, { location: 'https://reg.example/' }),
  ]) {
    const platform = await startPlatform(t, { [documented]: unknown, [ofInterface]: found });
    assert.deepEqual(await platform.search(), ['1']);
    const [first, second] = platform.sent();
    assert.deepEqual(first, { filter: { userIds: ['7'] } });
    assert.deepEqual(second, first, 'both get the request of the interface');
    assert.deepEqual(platform.asked(), [documented, ofInterface]);
    await platform.search();
    assert.deepEqual(platform.asked(), [ofInterface]);
  }
});

test('no other failure leads to the search that may be one of users', async (t) => {
  for (const failure of [
    error(400, platformError('validation')),
    error(401, platformError('authentication', { code: 2001 })),
    error(403, platformError('access')),
    page(403),
    error(429, platformError('rateLimit')),
    error(500, platformError('server')),
    page(503),
    error(200, { data: 'none' }),
  ]) {
    const platform = await startPlatform(t, { [documented]: failure, [ofInterface]: found });
    await assert.rejects(platform.search());
    assert.ok(!platform.asked().includes(ofInterface));
  }
});

test('after a failure the path is found anew, so that an upgrade of the platform needs no restart', async (t) => {
  const responses: Record<string, Answer> = { [ofInterface]: found };
  const platform = await startPlatform(t, responses);
  await platform.search();
  responses[documented] = found;
  responses[ofInterface] = error(500, platformError('server'));
  platform.asked();
  await assert.rejects(platform.search());
  assert.deepEqual(platform.asked(), [ofInterface]);
  for (const _ of [1, 2]) assert.deepEqual(await platform.search(), ['1']);
  assert.deepEqual(platform.asked(), [documented, documented]);
});

test('a configured path is the only one', async (t) => {
  const path = '/api/v0/vendors/search';
  const responses: Record<string, Answer> = { [documented]: found, [ofInterface]: found };
  const platform = await startPlatform(t, responses, path);
  for (const _ of [1, 2]) await assert.rejects(platform.search());
  responses[path] = found;
  assert.deepEqual(await platform.search(), ['1']);
  assert.deepEqual(platform.asked(), [path, path, path]);
});

test('all pages of a search come from the same path', async (t) => {
  const paged: Answer = (response, nextPage) =>
    nextPage
      ? sendJson(response, { data: [{ id: 2, user: { id: 8 } }] })
      : sendJson(response, { data: [{ id: 1, user: { id: 7 } }], nextPage: 'two', hasMore: true });
  const platform = await startPlatform(t, { [ofInterface]: paged });
  assert.deepEqual(await platform.search(['7', '8']), ['1', '2']);
  assert.deepEqual(platform.asked(), [documented, ofInterface, ofInterface]);
});

test('P49 a search that returns users, who have no `user`, is rejected: nothing is paged, stored, logged or shown', async (t) => {
  const user = {
    id: '7',
    email: 'CANARY@example.org',
    firstName: 'CANARY',
    address: { addressLine1: 'CANARY' },
  };
  const users: Answer = (response) => sendJson(response, { data: [user], nextPage: 'two' });
  for (const path of [undefined, ofInterface]) {
    const platform = await startPlatform(t, { [ofInterface]: users }, path);
    for (const _ of [1, 2]) {
      await assert.rejects(platform.search(), (failure: ConventionError) => {
        assert.equal(failure.kind, 'invalid-answer');
        assert.equal(failure.code, 'platform-dealer-search');
        assert.doesNotMatch(`${failure.stack}${JSON.stringify(failure)}`, /CANARY/);
        return true;
      });
      assert.equal(platform.asked().filter((asked) => asked === ofInterface).length, 1);
    }
    assert.deepEqual(platform.lines, []);
  }
});

test('P49 one record without `user` among others is enough to reject them all', async (t) => {
  const mixed: Answer = (response) =>
    sendJson(response, { data: [{ id: 1, user: { id: 7 } }, { id: 9 }] });
  const platform = await startPlatform(t, { [documented]: mixed });
  await assert.rejects(platform.search(), { code: 'platform-dealer-search' });
});

test('only a response from the platform itself says that it has no such path', () => {
  assert.equal(isUnknownPath(new ConventionError('not-found', 'Search', { answered: 404 })), true);
  assert.equal(isUnknownPath(new TypeError('a fault of the client')), false);
});
