import assert from 'node:assert/strict';
import test from 'node:test';
import { isBelieved, isReached, verdictsOf } from './verdict.ts';

const scenario = {
  ...{ name: '/page', path: '/page', status: 200, isLoggedIn: true },
  contenders: ['ours', 'textbook'],
  targets: [{ against: 'textbook', ratio: 0.6, goal: 0.4 }],
  mostRedisCommands: 1,
  mostPlatformCalls: 0,
};
const figuresOf = (cpu: number[], redisCommands: number[], platformCalls: number[]) => ({
  ...{ cpu, redisCommands, platformCalls },
  ...{ perSecond: [], p50: [], p99: [], failed: [] },
});
const textbook = figuresOf([10, 10, 10], [2, 2, 2], [0, 0, 0]);
const verdicts = (ours: ReturnType<typeof figuresOf>) =>
  verdictsOf(scenario, new Map(Object.entries({ ours, textbook })));
const missed = (ours: ReturnType<typeof figuresOf>) =>
  verdicts(ours)
    .filter((verdict) => !isReached(verdict))
    .map(({ kind, row }) => `${kind} ${row}`);

test('a page misses its target with too much CPU, too many Redis commands or calls to the platform', () => {
  assert.deepEqual(missed(figuresOf([6, 6, 6], [1, 1.02, 1], [0, 0, 0])), []);
  assert.deepEqual(missed(figuresOf([7, 7, 7], [1, 1, 1], [0, 0, 0])), ['CPU / textbook textbook']);
  assert.deepEqual(missed(figuresOf([6, 6, 6], [2, 2, 2], [0, 0, 0])), ['Redis commands ours']);
  assert.deepEqual(missed(figuresOf([6, 6, 6], [1, 1, 1], [0, 1, 1])), [
    'calls to the platform ours',
  ]);
});

test('a ratio that differs between the rounds is not trusted', () => {
  const [cpu] = verdicts(figuresOf([2, 5, 9], [1, 1, 1], [0, 0, 0]));
  assert.ok(cpu && isReached(cpu) && !isBelieved(cpu));
});
