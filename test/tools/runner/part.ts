// Loads the test files of one process. The files run in turn, and each is followed by a test that
// finds what the file has left behind.
import { writeFileSync } from 'node:fs';
import { Server, Socket } from 'node:net';
import { relative } from 'node:path';
import test, { after, afterEach, beforeEach, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Agent, setGlobalDispatcher } from 'undici';
import { recordEvidence } from './evidence.ts';
import { watchGlobalState } from './left-behind.ts';
import { endOf } from './report.ts';

interface PartOptions {
  readonly files: readonly string[];
  /** The folder for the files that the tests write. */
  readonly temporary: string;
  /**
   * The file into which the running test's name is written, because a test in an endless loop could
   * not report its name.
   */
  readonly running: string;
}

type ActiveHandles = typeof process & { _getActiveHandles(): unknown[] };

export async function load({ files, temporary, running }: PartOptions): Promise<void> {
  process.env.TMPDIR = temporary;
  // A server that a test file has left open is already reported. Neither it nor a half-closed
  // connection may keep the process running. `process.exit` would lose the last events, which are
  // written only when the process is idle.
  after(() => {
    const standard: unknown[] = [process.stdout, process.stderr];
    for (const handle of (process as ActiveHandles)._getActiveHandles())
      if (handle instanceof Server || (handle instanceof Socket && !standard.includes(handle)))
        handle.unref();
  });
  const evidence = recordEvidence();
  beforeEach(({ name }) => {
    writeFileSync(running, name);
    evidence.clear();
  });
  afterEach((t) => evidence.addTo(t as TestContext));
  // Does not reuse connections, because on a busy machine the server may be closing the connection
  // that is picked. A request without a response fails its test long before the runner stops
  // waiting.
  setGlobalDispatcher(new Agent({ pipelining: 0, headersTimeout: 90_000, bodyTimeout: 90_000 }));
  const checkNothingIsLeftBehind = watchGlobalState();
  // Holds back the tests until all files are loaded. Without a pending test, the process would end.
  let startTests = () => {};
  const allLoaded = new Promise<void>((resolve) => (startTests = resolve));
  test(endOf('the start'), () => allLoaded);
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
}
