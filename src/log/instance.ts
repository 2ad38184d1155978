// Which version and which process this is, for each line of the log.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';

const { version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);

interface Instance {
  readonly version: string;
  /** The first digits of the commit that was built; `unknown` if it was not built. */
  readonly commit: string;
  /** Made up at each start: the name of the computer may be that of a person. */
  readonly instance: string;
}

export const instance: Instance = {
  version,
  commit: builtCommit(),
  instance: randomBytes(4).toString('hex'),
};

/** `npm run build` writes it beside what it builds (deploy/write-commit.sh). */
function builtCommit(): string {
  try {
    return readFileSync(new URL('../commit', import.meta.url), 'utf8').trim();
  } catch {
    return 'unknown';
  }
}
