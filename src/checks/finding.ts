// Types that all checks share: the site, and findings about it.
import type { Config } from '../settings/config.ts';

export interface Finding {
  readonly level: 'ok' | 'warning' | 'error';
  readonly about: 'Settings' | 'Node' | 'Keys' | 'Redis' | 'Platform' | 'Proxy';
  /** The problem or, for `ok`, the confirmed fact. Does not contain secrets. */
  readonly what: string;
  /** The consequence of the problem. Absent for `ok`. */
  readonly why?: string;
  /** The step that solves the problem. Absent for `ok`. */
  readonly fix?: string;
  /** The code of the cause (log/causes.ts), for monitors. Present only if nobody can log in. */
  readonly code?: string | undefined;
}

type Words = Pick<Finding, 'what' | 'why' | 'fix'>;

export const oneError = (about: Finding['about'], words: Words): [Finding] => [
  { level: 'error', about, ...words },
];

export const oneWarning = (about: Finding['about'], words: Words): [Finding] => [
  { level: 'warning', about, ...words },
];

export interface Site {
  readonly config: Config;
  readonly deadlineMs: number;
  /** The clock, in milliseconds since 1970. */
  readonly now: () => number;
  /**
   * Whether to send extra requests, such as one with a wrong secret, to find the setting that
   * causes a rejection. The doctor does. Monitors do not, because they check often.
   */
  readonly isThorough?: boolean;
}

/** Never rejects. */
export type Check = (site: Site) => Promise<Finding[]>;
