import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import test from 'node:test';
import express from 'express';
import session from 'express-session';
import passport from 'passport';
import OAuth2Strategy from 'passport-oauth2';
import { startSandbox } from '../../src/sandbox/app.ts';
import { bothModes } from '../sandbox/visitor.ts';
import { visitor } from '../support/app/visitor.ts';
import { listen } from '../support/machine/listen.ts';

const guide = readFileSync('docs/sandbox-for-your-app.md', 'utf8');
const [, lines = ''] = /```js\n(.*?)```/s.exec(guide) ?? [];

for (const { name, strict } of bothModes)
  test(`the lines for Passport log in at the sandbox, in ${name} mode`, async (t) => {
    const app = express();
    const url = await listen(t, createServer(app));
    const callbackUrl = `${url}/callback`;
    const sandbox = await startSandbox({ redirectUris: [callbackUrl], strict });
    t.after(() => sandbox.close());

    const configure = new Function(
      'passport',
      'OAuth2Strategy',
      lines
        .replace('http://127.0.0.1:4000', sandbox.url)
        .replace('http://localhost:3000/callback', callbackUrl),
    );
    configure(passport, OAuth2Strategy);
    app.use(session({ secret: 'a secret', resave: false, saveUninitialized: false }));
    const logIn = passport.authenticate('convention', { session: false });
    app.get('/login', logIn);
    app.get('/callback', logIn, (req, res) => void res.json(req.user));

    const robin = visitor();
    const consent = await robin.press(await robin.open(`${url}/login`), 'robin');
    const { html } = await robin.press(consent, 'Allow');
    const { sub, email, phone } = JSON.parse(html);
    assert.deepEqual([sub, email, phone], ['1001', 'robin@example.org', undefined]);
  });
