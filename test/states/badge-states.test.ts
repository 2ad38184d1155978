import test from 'node:test';
import { badgeStates } from './badge-states.ts';
import { stateTests } from './walk-states.ts';

for (const { name, walk } of stateTests(badgeStates)) test(name, walk);
