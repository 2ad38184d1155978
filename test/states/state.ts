// A state of a page: how to reach it in the sandbox, and what must be true of it.
import type { Visit } from './visit.ts';

export interface State {
  /** The row in test/states/states.md: a number such as `5b`, or a field of the profile. */
  readonly row: string;
  /** A short, unique name. */
  readonly name: string;
  /** How to see it in the sandbox. */
  readonly reach: string;
  /** The app that it is checked in; `ordinary` by default. */
  readonly stage?: StageName;
  readonly show: (visit: Visit) => Promise<void>;
  /**
   * It must be seen in the browser: `show` uses it, a text may break the layout, or it shows elements
   * that no state before it on this page shows. A test fails if that is not said.
   */
  readonly needsBrowser?: true;
  /** The status of the final page; 200 by default. */
  readonly status?: number;
  /** The path of the final page. */
  readonly path: string;
  /** Default: the page has one, whatever it says. */
  readonly heading?: string;
  /** Texts in the main part, in this order. */
  readonly says?: readonly string[];
  /** Texts that must not be anywhere on the page. */
  readonly hides?: readonly string[];
}

/** The apps that states are checked in. Each starts once for all its states. */
export const stages = {
  ordinary: 'with a service credential of all scopes',
  fullPage: 'with every setting about the event',
  beforeDeadlines: 'twelve days before the last day to change a name',
  afterDeadlines: 'after the last days to change a name and to pay',
  duringConvention: 'on the first day of the convention, while the desk is open',
  afterConvention: 'on the day after the convention',
  alone: 'without a service credential',
  limited: 'three logins and three pages a minute',
  narrow: 'with a service credential that turns out to be too narrow',
  broken: 'with a defect of ours',
  withoutRedis: 'after Redis has gone away',
} as const;

export type StageName = keyof typeof stages;
