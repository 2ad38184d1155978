import type { Visit } from './visit.ts';

export interface State {
  readonly name: string;
  readonly stage?: StageName;
  readonly show: (visit: Visit) => Promise<void>;
  /**
   * Opens this state in a real browser. Set only where `show` uses the browser, or where the state
   * shows a kind of element that no other state shows in the browser. A test fails if this property
   * is missing or not needed.
   */
  readonly needsBrowser?: true;
  readonly status?: number;
  readonly path: string;
  readonly heading?: string;
  /** Strings in the main part, in this order. */
  readonly says?: readonly string[];
  readonly hides?: readonly string[];
}

/** The app configurations in which states are checked. */
export const stages = {
  ordinary: 'with a service credential of all scopes',
  fullPage: 'with every setting about the event',
  beforeDeadlines: 'twelve days before the last day to change a name',
  afterDeadlines: 'after the last days to change a name and to pay',
  duringConvention: 'on the first day of the convention, while the desk is open',
  afterConvention: 'on the day after the convention',
  alone: 'without a service credential',
  limited: 'with a limit of three logins and three pages a minute',
  narrow: 'with a service credential that lacks a scope',
  broken: 'with a defect in Lanyard',
  withoutRedis: 'after Redis has stopped',
} as const;

export type StageName = keyof typeof stages;
