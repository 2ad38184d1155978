import assert from 'node:assert/strict';
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import test from 'node:test';
import express from 'express';
import request from 'supertest';
import { expressMessages } from '../../src/server/express-messages.ts';

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
  const answer = await request(server).post('/').type('text/plain').send('a body');
  assert.equal(answer.status, 200);
  assert.equal(answer.body, 'a body');
  assert.match(answer.headers['x-type'] ?? '', /^text\/plain/);
  assert.deepEqual(changed, []);
});
