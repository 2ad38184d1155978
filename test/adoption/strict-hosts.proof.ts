// Compiles src/login and the smallest app under the strictest checks, with the old and the new
// TypeScript compiler, several kinds of module resolution, ES modules and CommonJS.
import assert from 'node:assert/strict';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { packagesOfLogin } from '../architecture.ts';
import { logIn, visitor } from '../support/app/visitor.ts';
import { compiler } from '../support/machine/compiler.ts';
import { freePort } from '../support/machine/free-port.ts';
import { shared } from '../support/machine/shared.ts';
import { temporaryFolder } from '../support/machine/temporary-folder.ts';
import { compile, installPackages, linkPackages } from './host-folder.ts';
import { smallestApp, startReadmeApp } from './readme-apps.ts';

interface Kind {
  readonly type: 'module' | 'commonjs';
  readonly modules: Readonly<Record<string, unknown>>;
}

const kinds: Readonly<Record<string, Kind>> = {
  nodenext: { type: 'module', modules: { module: 'nodenext', verbatimModuleSyntax: true } },
  node20: { type: 'module', modules: { module: 'node20', verbatimModuleSyntax: true } },
  node16: { type: 'module', modules: { module: 'node16', verbatimModuleSyntax: true } },
  bundler: { type: 'module', modules: { module: 'preserve', moduleResolution: 'bundler' } },
  'CommonJS, by nodenext': { type: 'commonjs', modules: { module: 'nodenext' } },
};

/** A TypeScript version with the old compiler. The project itself uses the new one. */
const otherVersion = '5.9.3';
const installCompiler = shared([], async (lifetime) => {
  const folder = temporaryFolder(lifetime);
  installPackages(folder, { typescript: otherVersion });
  return [join(folder, 'node_modules/typescript/bin/tsc')];
});
const compilers: Readonly<Record<string, () => Promise<readonly string[]>>> = {
  [otherVersion]: installCompiler,
  'of this project': async () => compiler,
};

function makeHost(t: TestContext, type: Kind['type']): string {
  const folder = temporaryFolder(t);
  const types = ['@types/node', '@types/express', '@types/express-session'];
  linkPackages(folder, [...packagesOfLogin, ...types], type);
  cpSync('src/login', join(folder, 'login'), { recursive: true });
  writeFileSync(join(folder, 'app.ts'), smallestApp);
  return folder;
}

for (const [version, programOf] of Object.entries(compilers)) {
  for (const [name, { type, modules }] of Object.entries(kinds)) {
    test(`the copy and the smallest app compile with TypeScript ${version}, ${name}`, async (t) => {
      const folder = makeHost(t, type);
      const include = ['app.ts', 'login'];
      assert.equal(compile(folder, { include, modules, program: await programOf() }), '');
    });
  }
}

test('in CommonJS, node16 rejects only the part that the README names', async (t) => {
  const folder = makeHost(t, 'commonjs');
  const output = compile(folder, { include: ['app.ts'], modules: { module: 'node16' } });
  const errors = output.split('\n').filter((line) => /^\S/.test(line));
  assert.ok(errors.length > 0, output);
  for (const error of errors)
    assert.match(error, /^login\/oauth\/[\w-]+\.ts.*TS1479.*openid-client/);
});

test('compiled to CommonJS, the smallest app logs an attendee in', async (t) => {
  const folder = makeHost(t, 'commonjs');
  const include = ['app.ts', 'login'];
  assert.equal(compile(folder, { include, outDir: 'built' }), '');
  const port = await freePort();
  const url = `http://localhost:${port}`;
  await startReadmeApp(t, { file: 'built/app.js', folder, url, port });
  const page = await logIn(visitor(), `${url}/account`, { as: 'robin' });
  assert.match(page.html, /You are attendee 1001\./);
});
