import { everyPage } from '../../src/app.ts';
import { badgeStates } from './badge-states.ts';
import { loginStates } from './login-states.ts';
import { problemStates } from './problem-states.ts';
import { recordStates } from './record-states.ts';
import { sharingStates } from './sharing-states.ts';
import type { State } from './state.ts';

export const states: readonly State[] = [
  ...loginStates,
  ...badgeStates,
  ...recordStates,
  ...sharingStates,
  ...problemStates,
];

/**
 * All pages that no state above shows. An attendee who has every record opens those that need a
 * login.
 */
export const statesOfOtherPages: readonly State[] = everyPage
  .filter(({ path, isFile }) => !isFile && !states.some((state) => pathOf(state) === path))
  .map(({ path, open }) => ({
    name: open ? path : `${path}, with every record`,
    show: (visit) => (open ? visit.open(path) : visit.logIn('robin', { path })),
    path,
  }));

export function pathOf({ path }: State): string {
  return path.split('?')[0] ?? path;
}
