// Which version and which process this is, for each line of the log.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';

const { version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);

/** `instance` is made up at each start: the name of the computer may be that of a person. */
export const instance: { readonly version: string; readonly instance: string } = {
  version,
  instance: randomBytes(4).toString('hex'),
};
