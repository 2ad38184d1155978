import test from 'node:test';
import { recordStates } from './record-states.ts';
import { stateTests } from './walk-states.ts';

for (const { name, walk } of stateTests(recordStates)) test(name, walk);
