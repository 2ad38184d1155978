// The states of the profile and of the pages on volunteering, dealers and roles, reached and checked in a real browser.
import { recordStates } from './record-states.ts';
import { testStates } from './walk-states.ts';

testStates(recordStates);
