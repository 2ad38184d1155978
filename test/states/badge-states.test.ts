// The states of the badge page, reached and checked in a real browser.
import test from 'node:test';
import { badgeStates } from './badge-states.ts';
import { walksOf } from './walk-states.ts';

for (const { name, walk } of walksOf(badgeStates)) test(name, walk);
