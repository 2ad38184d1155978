import test from 'node:test';
import { sharingStates } from './sharing-states.ts';
import { stateTests } from './walk-states.ts';

for (const { name, walk } of stateTests(sharingStates)) test(name, walk);
