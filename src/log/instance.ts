// Identifies version and process in each log line.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';

const { version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);

interface Instance {
  readonly version: string;
  /** The first digits of the built commit; `unknown` without a build. */
  readonly commit: string;
  /** Random for each start, because a host name may contain the name of a person. */
  readonly instance: string;
}

export const instance: Instance = {
  version,
  commit: builtCommit(),
  instance: randomBytes(4).toString('hex'),
};

/** deploy/write-commit.sh writes this file. */
function builtCommit(): string {
  try {
    return readFileSync(new URL('../commit', import.meta.url), 'utf8').trim();
  } catch {
    return 'unknown';
  }
}
