// Which requests want a page as it is now.
import assert from 'node:assert/strict';
import test from 'node:test';
import express from 'express';
import request from 'supertest';
import { isReload } from '../../../src/web/requests/reload.ts';

const app = express().get('/', (req, res) => void res.json(isReload(req)));

async function answerTo(path: string, cacheControl?: string): Promise<unknown> {
  const asking = request(app).get(path);
  if (cacheControl !== undefined) asking.set('Cache-Control', cacheControl);
  return (await asking).body;
}

test('a reload asks anew, with or without the cache of the browser', async () => {
  for (const header of ['max-age=0', 'no-cache', 'No-Cache', 'no-transform, max-age=0'])
    assert.equal(await answerTo('/', header), true, header);
});

test('a link to see what is true now asks anew', async () => {
  for (const path of ['/?again', '/?again=1', '/?try=x&again'])
    assert.equal(await answerTo(path), true, path);
});

test('all else does not', async () => {
  for (const header of [undefined, '', 'max-age=05', 'max-age=60', 'no-store', 'private'])
    assert.equal(await answerTo('/', header), false, header);
  assert.equal(await answerTo('/?try=again'), false);
});
