// The states before, during and after a login, reached and checked in a real browser.
import { loginStates } from './login-states.ts';
import { testStates } from './walk-states.ts';

testStates(loginStates);
