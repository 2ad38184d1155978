// The states of what is shared, reached and checked in a real browser.
import { sharingStates } from './sharing-states.ts';
import { testStates } from './walk-states.ts';

testStates(sharingStates);
