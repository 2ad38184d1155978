import assert from 'node:assert/strict';
import test from 'node:test';
import type { Request, Response } from 'express';
import { skipSessionOnOpenPages } from '../../../src/web/requests/skip-session.ts';

function hasSession(
  path: string,
  { method = 'GET', cookie }: { method?: string; cookie?: string },
) {
  let passed = false;
  const session = skipSessionOnOpenPages(
    () => {
      passed = true;
    },
    {
      sessionCookie: 'sid',
      isOpen: (one) => one === '/open',
    },
  );
  session({ method, path, headers: { cookie } } as Request, {} as Response, () => {});
  return passed;
}

test('a request has no session only if it reads an open page and has no session cookie', () => {
  assert.equal(hasSession('/open', {}), false);
  assert.equal(hasSession('/open', { method: 'HEAD', cookie: 'language=de; xsid=1' }), false);
  assert.equal(hasSession('/open', { cookie: 'language=de; sid=s%3A1' }), true);
  assert.equal(hasSession('/open', { cookie: 'sid=' }), true);
  assert.equal(hasSession('/open', { method: 'POST' }), true);
  assert.equal(hasSession('/closed', {}), true);
});
