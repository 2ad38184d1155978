import test from 'node:test';
import { loginStates } from './login-states.ts';
import { stateTests } from './walk-states.ts';

for (const { name, walk } of stateTests(loginStates)) test(name, walk);
