import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import test from 'node:test';
import express from 'express';
import request from 'supertest';
import { createFormTokens } from '../../src/login/form-token.ts';

async function send(state: object, formToken?: string): Promise<string> {
  const tokens = createFormTokens([{ id: 'k1', key: randomBytes(32) }]);
  const app = express();
  app.use((req, _res, next) => {
    Object.assign(req, { sessionID: 'the-session', session: {}, ...state });
    next();
  });
  app.post('/', tokens.check, (_req, res) => void res.send('accepted'));
  app.get('/', (req, res) => void res.send(tokens.formToken(req)));
  app.use(
    ((error, _req, res, _next) => void res.send(error.problem)) as express.ErrorRequestHandler,
  );
  const own = (await request(app).get('/')).text;
  const form_token = formToken === 'own' ? own : formToken;
  return (await request(app).post('/').type('form').send({ form_token })).text;
}

const mayBeLoggedIn = {
  'somebody is logged in': { session: { attendee: { userId: '1' } } },
  'a login has replaced the session': { session: { notLive: 'replaced' } },
  'the session was ended': { session: { notLive: 'ended' } },
  'Redis is away': { session: undefined, sessionFailure: new Error('away') },
};

for (const [when, state] of Object.entries(mayBeLoggedIn)) {
  test(`P62 while ${when}, a form needs the token of its session`, async () => {
    assert.equal(await send(state), 'unchecked-request');
    assert.equal(await send(state, 'x'.repeat(43)), 'unchecked-request');
    assert.equal(await send(state, 'own'), 'accepted');
  });
}

test('P62 while Redis is away, two requests without a session id do not share a token', async () => {
  const state = { session: undefined, sessionID: undefined, sessionFailure: new Error('away') };
  assert.equal(await send(state, 'own'), 'unchecked-request');
});

test('without a login, and for a session that this instance cannot read, a form needs no token', async () => {
  assert.equal(await send({}), 'accepted');
  assert.equal(await send({ session: { notLive: 'unreadable' } }), 'accepted');
});

test('a form that is checked without a session fails, and says what is missing', async () => {
  assert.match(await send({ session: undefined }), /session/);
});

test('a form of 16 KiB is read, and one byte more is 413', async () => {
  const app = express();
  app.use((req, _res, next) => {
    Object.assign(req, { session: {} });
    next();
  });
  app.post('/', createFormTokens([{ id: 'k1', key: randomBytes(32) }]).check);
  app.use((_req, res) => void res.sendStatus(200));
  app.use(((error, _req, res, _next) => {
    res.sendStatus(error.status);
  }) as express.ErrorRequestHandler);
  const statusOf = async (bytes: number) =>
    (await request(app).post('/').type('form').send('a='.padEnd(bytes, 'x'))).status;
  assert.equal(await statusOf(16 * 1024), 200);
  assert.equal(await statusOf(16 * 1024 + 1), 413);
});

const readers: Record<string, express.RequestHandler> = {
  'express.raw': express.raw({ type: '*/*' }),
  'express.text': express.text({ type: '*/*' }),
  'middleware that reads the stream': async (req, _res, next) => {
    for await (const _ of req);
    next();
  },
};

for (const [what, reader] of Object.entries(readers))
  test(`P62 a form whose body ${what} has read before is refused, and the error says so`, async () => {
    const tokens = createFormTokens([{ id: 'k1', key: randomBytes(32) }]);
    const ask = async (...before: express.RequestHandler[]) => {
      const app = express().use((req, _res, next) => {
        Object.assign(req, { sessionID: 'the-session', session: { attendee: { userId: '1' } } });
        next();
      });
      if (before.length > 0) app.use(before);
      app.post('/', tokens.check, (_req, res) => void res.send('accepted'));
      app.use(
        ((error, _req, res, _next) => void res.send(error.message)) as express.ErrorRequestHandler,
      );
      const form_token = tokens.formToken({ sessionID: 'the-session' } as express.Request);
      return (await request(app).post('/').type('form').send({ form_token })).text;
    };
    assert.match(
      await ask(reader),
      /set-up-session: the body of a form was read before.*express\.raw/,
    );
    assert.equal(await ask(express.urlencoded({ extended: false }), reader), 'accepted');
    assert.equal(await ask(), 'accepted');
  });
