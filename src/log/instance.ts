// Fields that identify the version and the process in every log line.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';

const { version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);

interface Instance {
  readonly version: string;
  /**
   * The abbreviated hash of the built commit, with `-changed` if there were uncommitted changes.
   * `unknown` if no commit was recorded, such as in development.
   */
  readonly commit: string;
  /**
   * A random id, generated at each start. A host name is not used, because it could contain a
   * person's name.
   */
  readonly instance: string;
}

export const instance: Instance = {
  version,
  commit: builtCommit(),
  instance: randomBytes(4).toString('hex'),
};

/** Reads the file that deploy/write-commit.sh writes into the build. */
function builtCommit(): string {
  try {
    return readFileSync(new URL('../commit', import.meta.url), 'utf8').trim();
  } catch {
    return 'unknown';
  }
}
