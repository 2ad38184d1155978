// The process of a part: loads its test files, which then run one after the other. A file that leaves something behind fails.
import { relative } from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { Agent, setGlobalDispatcher } from 'undici';
import { rememberWorld } from './left-behind.ts';
import { beginning, endOf } from './test-result.ts';

const files = process.argv.slice(2);

// A kept connection is used again within half a second only: on a busy computer a server may be closing it just then.
setGlobalDispatcher(new Agent({ keepAliveTimeout: 500, keepAliveMaxTimeout: 500 }));

// A temporary folder of its own, which must be empty in the end. Set here, so that the TypeScript loader keeps its cache.
const { PART_FOLDER } = process.env;
delete process.env.PART_FOLDER;
process.env.TMPDIR = PART_FOLDER;

// No test starts before all files are loaded: with nothing to run, node:test would take the part for finished.
let startTests = () => {};
const allLoaded = new Promise<void>((resolve) => {
  startTests = resolve;
});
test(beginning, () => allLoaded);

const checkNothingIsLeftBehind = rememberWorld();
for (const file of files) {
  const name = relative('test', file);
  try {
    await import(pathToFileURL(file).href);
  } catch (error) {
    test(`${name} can be loaded`, () => {
      throw error;
    });
  }
  test(endOf(name), checkNothingIsLeftBehind);
}
startTests();
