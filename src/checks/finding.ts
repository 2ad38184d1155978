// What a check finds, and what it needs to look.
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
  /** The code of the cause (log/causes.ts), if it is one that a monitor must hear of. */
  readonly code?: string | undefined;
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
