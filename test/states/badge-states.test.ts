// The states of the badge page, reached and checked in a real browser.
import { badgeStates } from './badge-states.ts';
import { testStates } from './walk-states.ts';

testStates(badgeStates);
