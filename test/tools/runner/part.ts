// A part's process runs this file. It loads the part's test files and runs them one after the
// other. A file fails if it leaves something behind.
import { relative } from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { Agent, setGlobalDispatcher } from 'undici';
import { compiledFile } from '../../support/compiled-file.ts';
import { watchGlobalState } from './left-behind.ts';
import { beginning, endOf } from './test-result.ts';

const files = process.argv.slice(2);

// Reuses a connection only within half a second, because a busy server may be closing it. A request
// without a response fails its test long before the runner kills the whole part.
const noAnswer = { headersTimeout: 90_000, bodyTimeout: 90_000 };
setGlobalDispatcher(new Agent({ keepAliveTimeout: 500, keepAliveMaxTimeout: 500, ...noAnswer }));

// The part's own temporary folder, which must be empty at the end. It is set only here, so that the
// TypeScript loader caches its files elsewhere.
const { PART_FOLDER } = process.env;
delete process.env.PART_FOLDER;
process.env.TMPDIR = PART_FOLDER;
// On Node 22 and later, npm would store compiled code in the part's folder.
process.env.NODE_DISABLE_COMPILE_CACHE = '1';

// Holds back the tests until all files are loaded. Without a pending test, node:test would end the
// part.
let startTests = () => {};
const allLoaded = new Promise<void>((resolve) => {
  startTests = resolve;
});
test(beginning, () => allLoaded);

const checkNothingIsLeftBehind = watchGlobalState();
for (const file of files) {
  const name = relative('test', file);
  try {
    await import(pathToFileURL(compiledFile(file)).href);
  } catch (error) {
    test(`${name} can be loaded`, () => {
      throw error;
    });
  }
  test(endOf(name), checkNothingIsLeftBehind);
}
startTests();
