// The states before, during and after a login, reached and checked in a real browser.
import test from 'node:test';
import { loginStates } from './login-states.ts';
import { walksOf } from './walk-states.ts';

for (const { name, walk } of walksOf(loginStates)) test(name, walk);
