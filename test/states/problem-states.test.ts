import test from 'node:test';
import { problemStates } from './problem-states.ts';
import { stateTests } from './walk-states.ts';

for (const { name, walk } of stateTests(problemStates)) test(name, walk);
