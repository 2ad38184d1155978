// Runs the commands of the Dockerfile's sandbox stages, because tests cannot use Docker.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { askForTokens, authorize, redirectUri } from '../sandbox/visitor.ts';
import { stopProgram, whenReady } from '../support/machine/child-app.ts';
import { freePort } from '../support/machine/free-port.ts';
import { movedClock } from '../support/machine/program.ts';
import { temporaryFolder } from '../support/machine/temporary-folder.ts';

const dockerfile = readFileSync('Dockerfile', 'utf8');
const [, stage = ''] = /^FROM node:24-slim AS sandbox\n(.*?)^FROM /ms.exec(dockerfile) ?? [];

test('the sandbox image starts from its bundle alone, and people can log in', async (t) => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  const [, script = ''] = /^RUN npm run (build:sandbox)$/m.exec(dockerfile) ?? [];
  const [, file, folder, program] = String(scripts[script]).split(' ');
  const image = temporaryFolder(t);
  const app = join(image, folder ?? '');
  execFileSync(process.execPath, [file ?? '', app, program ?? '']);
  assert.match(readFileSync(join(app, 'LICENSES.txt'), 'utf8'), /^oidc-provider \d/m);

  assert.match(stage, /^COPY --from=build-sandbox \/app\/dist-sandbox \.\/$/m);
  assert.match(stage, /^ENV SANDBOX_HOST=0\.0\.0\.0$/m);
  assert.match(stage, /^USER node$/m);
  const [, command = '[]'] = /^CMD (\[.+\])$/m.exec(stage) ?? [];
  const [node, ...args] = JSON.parse(command) as string[];
  assert.equal(node, 'node');
  const url = `http://127.0.0.1:${await freePort()}`;
  const env = {
    ...movedClock(),
    SANDBOX_PORT: new URL(url).port,
    SANDBOX_REDIRECT_URIS: redirectUri,
    SANDBOX_STRICT: 'on',
  };
  const sandbox = spawn(process.execPath, args, { cwd: app, env });
  t.after(() => stopProgram(sandbox));
  await whenReady(sandbox, { name: 'sandbox', ready: ['ALL PEOPLE HERE ARE INVENTED', 'mallory'] });

  const running = { url, calls: [], mode: { strict: true }, close: async () => {} };
  const callback = await authorize(running, { attendee: 'robin', scope: 'pii:basic' });
  const { answer } = await askForTokens(running, {
    grant_type: 'authorization_code',
    code: callback.searchParams.get('code') ?? '',
    redirect_uri: redirectUri,
  });
  assert.equal(answer.scope, 'pii:basic');
  for (const path of ['/sandbox.css', '/sandbox.svg'])
    assert.equal((await fetch(url + path)).status, 200, path);
});

test('the app image does not contain the sandbox', () => {
  const [, app = ''] = /^FROM node:24-slim\n(.*)$/ms.exec(dockerfile) ?? [];
  assert.match(app, /"dist\/server\.js"\]$/m);
  assert.doesNotMatch(app, /sandbox/i);
});
