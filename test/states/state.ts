// What a state of a page is: how it is reached in the sandbox, and what must be true of it.
import type { Visit } from './visit.ts';

export interface State {
  /** The row of the page specification that it belongs to: `5b`, or a row of the profile's table. */
  readonly row: string;
  /** What it is, in a few words; no two have the same. */
  readonly name: string;
  /** How to see it in the sandbox. */
  readonly reach: string;
  /** Which app it is seen in: the ordinary one when left out. */
  readonly stage?: StageName;
  readonly show: (visit: Visit) => Promise<void>;
  /** The status of the page where one ends; 200 when left out. */
  readonly status?: number;
  /** The path where one ends. */
  readonly path: string;
  readonly heading: string;
  /** Words of the main part, in their order. */
  readonly says?: readonly string[];
  /** Words that must not stand anywhere on the page. */
  readonly hides?: readonly string[];
}

/** The apps that states are seen in; a stage is set once, and its states follow each other. */
export const stages = {
  ordinary: 'with a service credential of all scopes',
  alone: 'without a service credential',
  limited: 'three logins and three pages a minute',
  narrow: 'with a service credential that turns out to be too narrow',
  broken: 'with a defect of ours',
  withoutRedis: 'after Redis has gone away',
} as const;

export type StageName = keyof typeof stages;
