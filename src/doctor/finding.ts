// What a check of the doctor finds, and what it needs to look.
import type { Config } from '../settings/config.ts';

export interface Finding {
  readonly level: 'ok' | 'warning' | 'error';
  /** Which part of the deployment this is about. */
  readonly about: 'Settings' | 'Node' | 'Keys' | 'Redis' | 'Platform' | 'Proxy';
  /** What was found. It never holds a secret. */
  readonly what: string;
  /** Why it matters. Missing if all is well. */
  readonly why?: string;
  /** What to do, as exactly as possible. Missing if all is well. */
  readonly fix?: string;
}

export interface Site {
  readonly config: Config;
  /** How long one question may take, in milliseconds. */
  readonly deadlineMs: number;
  /** The clock, in milliseconds since 1970. */
  readonly now: () => number;
}

/** Looks at one thing. It never throws: what cannot be checked is a finding too. */
export type Check = (site: Site) => Promise<Finding[]>;
