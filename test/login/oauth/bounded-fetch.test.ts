// What may happen to the way to the authorization server.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBoundedFetch } from '../../../src/login/oauth/bounded-fetch.ts';
import { serverBehindLostSyn } from '../../support/lost-syn.ts';

for (const order of [
  [4, 6],
  [6, 4],
] as const) {
  test(`one lost SYN and an address without a route fail no token call: IPv${order[0]} first`, async (t) => {
    const url = await serverBehindLostSyn(t, { answer: { access_token: 'token' }, order });
    const fetch = createBoundedFetch({ checkIdToken: false, report: () => {} });
    const signal = AbortSignal.timeout(8000);
    const answer = await fetch(`${url}token`, { method: 'POST', body: 'a=b', signal });
    assert.deepEqual(await answer.json(), { access_token: 'token' });
  });
}
