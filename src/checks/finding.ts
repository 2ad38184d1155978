// The result of a check, and its input.
import type { Config } from '../settings/config.ts';

export interface Finding {
  readonly level: 'ok' | 'warning' | 'error';
  readonly about: 'Settings' | 'Node' | 'Keys' | 'Redis' | 'Platform' | 'Proxy';
  /** What is wrong or fine. Contains no secret. */
  readonly what: string;
  /** Why it matters. Absent for `ok`. */
  readonly why?: string;
  /** What to do. Absent for `ok`. */
  readonly fix?: string;
  /** The code of the cause (log/causes.ts), if nobody can log in: for monitors. */
  readonly code?: string | undefined;
}

export interface Site {
  readonly config: Config;
  /** For one request, in milliseconds. */
  readonly deadlineMs: number;
  /** The clock, in milliseconds since 1970. */
  readonly now: () => number;
}

/** Never rejects: a check that fails is a finding too. */
export type Check = (site: Site) => Promise<Finding[]>;
