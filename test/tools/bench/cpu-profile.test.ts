// What the CPU time of a profile was spent for.
import assert from 'node:assert/strict';
import test from 'node:test';
import { causesOf, sourcesIn } from './cpu-profile.ts';

const web = 'file:///lanyard/src/web/rows.js';
const router = 'file:///lanyard/node_modules/express/node_modules/router/src/index.js';

/** A function that was called by the one before it in `calls`. */
const node = (id: number, functionName: string, url: string, children: number[] = []) => ({
  id,
  children,
  callFrame: { functionName, url, scriptId: '0', lineNumber: 4, columnNumber: 0 },
});
const nodes = [
  node(1, '(root)', '', [2, 7, 8]),
  node(2, 'onRequest', 'node:_http_server', [3]),
  node(3, 'handle', router, [4]),
  node(4, 'rowsOf', web, [5, 6]),
  node(5, 'format', ''),
  node(6, '', web),
  node(7, '(garbage collector)', ''),
  node(8, '(idle)', ''),
];
/** Each sample with the time that it stands for. */
const profileOf = (samples: [id: number, time: number][]) => ({
  ...{ nodes, startTime: 0, endTime: 0 },
  samples: samples.map(([id]) => id),
  timeDeltas: samples.map(([, time]) => time),
});

test('the time of a function of Node belongs to the folder or the package that called it', () => {
  const causes = causesOf(
    profileOf([
      [2, 10],
      [3, 20],
      [4, 5],
      [5, 30],
      [6, 5],
    ]),
  );
  assert.deepEqual(
    causes.map(({ name, share }) => [name, Math.round(share * 70)]),
    [
      ['src/web', 40],
      ['router', 20],
      ['Node itself', 10],
    ],
  );
});

test('the time of a template belongs to the views', () => {
  const eta = 'file:///lanyard/node_modules/eta/dist/index.mjs';
  const [first] = causesOf({
    ...{ startTime: 0, endTime: 1, samples: [2], timeDeltas: [1] },
    nodes: [node(1, 'render', eta, [2]), node(2, 'anonymous', '')],
  });
  assert.equal(first?.name, 'views (eta)');
});

test('each cause names the function in which most of its time was spent, or its line', () => {
  const [first] = causesOf(
    profileOf([
      [5, 10],
      [6, 30],
    ]),
  );
  assert.equal(first?.dearest, 'line 5 in rows.js');
  const [other] = causesOf(
    profileOf([
      [5, 40],
      [6, 30],
    ]),
  );
  assert.equal(other?.dearest, 'rowsOf in rows.js');
});

test('garbage collection is a cause of its own, and idle time is none', () => {
  const causes = causesOf(
    profileOf([
      [7, 10],
      [8, 1000],
      [4, 10],
    ]),
  );
  assert.deepEqual(
    causes.map(({ name, share }) => [name, share]),
    [
      ['garbage collection', 0.5],
      ['src/web', 0.5],
    ],
  );
});

test('a bundle says from which line on each source is', () => {
  const bundle = '// node_modules/eta/dist/index.mjs\nvar a;\n// a comment\n// src/web/rows.ts\n';
  assert.deepEqual(sourcesIn(bundle), [
    { line: 0, source: '/node_modules/eta/dist/index.mjs' },
    { line: 3, source: '/src/web/rows.ts' },
  ]);
});
