import assert from 'node:assert/strict';
import { test } from 'node:test';
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
