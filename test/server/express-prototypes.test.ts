import assert from 'node:assert/strict';
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import test from 'node:test';
import express from 'express';
import request from 'supertest';
import { expressMessages } from '../../src/server/express-prototypes.ts';

test('a new request has Express’s prototypes, and works like any other', async () => {
  const app = express();
  app.post('/', express.text(), (req, res) => {
    assert.ok(req instanceof IncomingMessage && res instanceof ServerResponse);
    res.set('X-Type', req.get('content-type')).json(req.body);
  });
  const changed: string[] = [];
  const server = createServer(expressMessages(app), (req, res) => {
    const born = [Object.getPrototypeOf(req), Object.getPrototypeOf(res)];
    app(req, res);
    if (born[0] !== Object.getPrototypeOf(req)) changed.push('request');
    if (born[1] !== Object.getPrototypeOf(res)) changed.push('response');
  });
  const response = await request(server).post('/').type('text/plain').send('a body');
  assert.equal(response.status, 200);
  assert.equal(response.body, 'a body');
  assert.match(response.headers['x-type'] ?? '', /^text\/plain/);
  assert.deepEqual(changed, []);
});
