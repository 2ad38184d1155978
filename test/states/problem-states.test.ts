// The states of something gone wrong, and of the pages about this site, reached and checked in a real browser.
import { problemStates } from './problem-states.ts';
import { testStates } from './walk-states.ts';

testStates(problemStates);
