import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPage } from '../../../src/sandbox/api/paging.ts';
import type { Sandbox } from '../../../src/sandbox/app.ts';
import { operationsIn, sampleCalls, serviceScopes } from '../sample-calls.ts';
import { bothModes, callApi, dealerSearch, sandboxFor, serviceToken } from '../visitor.ts';

interface Page {
  data: { id?: string; user?: { id: string } }[];
  nextPage: string | null;
  hasMore?: boolean;
}

async function readAllPages(
  sandbox: Sandbox,
  callFor: (nextPage: string | undefined) => Parameters<typeof callApi>[1],
) {
  const pages: Page[] = [];
  let nextPage: string | undefined;
  do {
    const { status, body } = await callApi(sandbox, callFor(nextPage));
    assert.equal(status, 200, JSON.stringify(body));
    const page = body as unknown as Page;
    pages.push(page);
    nextPage = page.nextPage ?? undefined;
    assert.equal(page.hasMore, sandbox.mode.strict ? undefined : nextPage !== undefined);
  } while (nextPage !== undefined);
  return pages;
}

for (const mode of bothModes)
  test(`a list is returned in parts of at most 100, each record once (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, { ...mode, attendees: 500 });
    const token = await serviceToken(sandbox, 'registration:read');
    const call = 'POST /api/v0/registration/search';
    const pages = await readAllPages(sandbox, (nextPage) => ({ call, token, sent: { nextPage } }));
    const sizes = pages.map(({ data }) => data.length);
    assert.deepEqual(sizes.slice(0, -1), Array(sizes.length - 1).fill(100));
    const ids = pages.flatMap(({ data }) => data.map(({ user }) => user?.id));
    assert.equal(new Set(ids).size, ids.length);
    assert.equal(ids.length, 11 + 485);
  });

for (const mode of bothModes)
  test(`a limit sets the size of the parts, in a body and in a query (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, mode);
    const volunteers = await readAllPages(
      sandbox,
      await searchCalls('POST /api/v0/volunteers/search', 'volunteer:read'),
    );
    assert.deepEqual(
      volunteers.map(({ data }) => data.length),
      [2, 1],
    );
    const token = await serviceToken(sandbox, 'user:read');
    const roles = await readAllPages(sandbox, (nextPage) => ({
      call: `GET /api/v0/roles?limit=2${nextPage === undefined ? '' : `&nextPage=${nextPage}`}`,
      token,
    }));
    assert.deepEqual(
      roles.flatMap(({ data }) => data.map(({ id }) => id)),
      ['1', '2', '3', '4', '5'],
    );
    assert.equal(roles.length, 3);

    async function searchCalls(call: string, scope: string) {
      const token = await serviceToken(sandbox, scope);
      return (nextPage: string | undefined) => ({ call, token, sent: { nextPage, limit: 2 } });
    }
  });

for (const mode of bothModes)
  test(`a limit that is not a number from 1 and an unknown cursor are validation errors (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, mode);
    const service = await serviceToken(
      sandbox,
      'registration:read volunteer:read vendor:read user:read',
    );
    const userIds = ['1001'];
    const searches = [
      'POST /api/v0/registration/search',
      'POST /api/v0/volunteers/search',
      dealerSearch(mode),
    ];
    const bad = [
      { limit: 0 },
      { limit: 1.5 },
      { limit: '10' },
      { nextPage: 'made-up' },
      { nextPage: 7 },
    ];
    for (const call of searches) {
      for (const one of bad) {
        const sent = { filter: { userIds }, ...one };
        const { status, body } = await callApi(sandbox, {
          call,
          token: service,
          sent,
        });
        assert.equal(status, 400, `${call} ${JSON.stringify(one)}`);
        assert.deepEqual(Object.keys(body.errors as object), ['validation']);
      }
    }
    for (const query of [
      'limit=0',
      'limit=-1',
      'limit=',
      'limit=1.5',
      'limit=x',
      'nextPage=made-up',
    ]) {
      assert.equal(
        (await callApi(sandbox, { call: `GET /api/v0/roles?${query}`, token: service })).status,
        400,
        query,
      );
    }
  });

for (const mode of bothModes)
  test(`a limit above 100 returns at most 100, in a query and in a body (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, { ...mode, attendees: 150 });
    const token = await serviceToken(sandbox, 'registration:read user:read');
    const answersTo = async (limit: number) => {
      const roles = await callApi(sandbox, { call: `GET /api/v0/roles?limit=${limit}`, token });
      const search = { call: 'POST /api/v0/registration/search', token, sent: { limit } };
      const registrations = await callApi(sandbox, search);
      return { roles, registrations };
    };
    const largest = await answersTo(100);
    assert.equal((largest.registrations.body.data as unknown[]).length, 100);
    for (const limit of [101, 1000, 1e9]) assert.deepEqual(await answersTo(limit), largest);
  });

for (const mode of bothModes)
  test(`a search with only optional fields needs no body (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, mode);
    const token = await serviceToken(sandbox, 'volunteer:read');
    const { status } = await callApi(sandbox, { call: 'POST /api/v0/volunteers/search', token });
    assert.equal(status, 200);
  });

for (const mode of bothModes)
  test(`the cursor of one list is rejected by another (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, mode);
    const token = await serviceToken(sandbox, 'registration:read volunteer:read');
    const { body } = await callApi(sandbox, {
      call: 'POST /api/v0/registration/search',
      token,
      sent: { limit: 1 },
    });
    const sent = { nextPage: body.nextPage };
    assert.equal(
      (await callApi(sandbox, { call: 'POST /api/v0/volunteers/search', token, sent })).status,
      400,
    );
  });

test('a list that fills its last page ends with it, and no empty page follows', () => {
  const page = (items: readonly number[], nextPage?: string) =>
    createPage({ list: 'numbers', items, nextPage, limit: 2, withHasMore: true });
  for (const items of [
    [1, 2],
    [1, 2, 3, 4],
  ]) {
    let last = page(items);
    while (last.nextPage !== null) last = page(items, last.nextPage);
    assert.deepEqual([last.data, last.hasMore], [items.slice(-2), false]);
  }
});

for (const mode of bothModes)
  test(`only the lists that document hasMore have it in strict mode (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, mode);
    const token = await serviceToken(sandbox, serviceScopes.join(' '));
    const withHasMore: string[] = [];
    for (const operation of operationsIn(mode)) {
      const [sample] = sampleCalls(operation);
      if (!sample) continue;
      const { body } = await callApi(sandbox, { ...sample, token });
      if (body !== null && 'hasMore' in body) withHasMore.push(sample.call);
    }
    const others = [
      'POST /api/v0/registration/search',
      'POST /api/v0/volunteers/search',
      'GET /api/v0/roles',
    ];
    assert.deepEqual(
      withHasMore.sort(),
      [dealerSearch(mode), ...(mode.strict ? [] : others)].sort(),
    );
  });
