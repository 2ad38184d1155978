// The process of a part: loads its test files and runs them one after the other. A file that leaves
// something behind fails.
import { relative } from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { Agent, setGlobalDispatcher } from 'undici';
import { compiledFile } from '../../support/compiled-file.ts';
import { watchGlobalState } from './left-behind.ts';
import { beginning, endOf } from './test-result.ts';

const files = process.argv.slice(2);

// Reuse connections for half a second only: on a busy machine the server may be closing older ones.
// A request without an answer fails its test, long before the whole part is given up.
const noAnswer = { headersTimeout: 90_000, bodyTimeout: 90_000 };
setGlobalDispatcher(new Agent({ keepAliveTimeout: 500, keepAliveMaxTimeout: 500, ...noAnswer }));

// Its own temporary folder, which must be empty at the end. Set only here, so that the TypeScript
// loader keeps its cache elsewhere.
const { PART_FOLDER } = process.env;
delete process.env.PART_FOLDER;
process.env.TMPDIR = PART_FOLDER;
// npm keeps compiled code there on Node 22 and later.
process.env.NODE_DISABLE_COMPILE_CACHE = '1';

// Hold back the tests until all files are loaded: with no pending test, node:test ends the part.
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
