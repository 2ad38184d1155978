// The settings file `.env` of the folder where a program is started. Node's own loadEnvFile says of
// a file that may not be read that there is none.
import { lstatSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { ConfigError } from './config.ts';

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'the user that runs Lanyard may not read it',
  EISDIR: 'it is a folder',
  ENOENT: 'it is a link to a file that is not there',
};

/**
 * Adds what stands in `.env` to `env`; where both have a setting, that of `env` stays. Without the
 * file it does nothing. Throws a ConfigError of one line if the file is there but cannot be read.
 */
export function addEnvFile(env: NodeJS.ProcessEnv, file = '.env'): void {
  for (const [name, value] of Object.entries(parseEnv(readText(file)))) env[name] ??= value;
}

function readText(file: string): string {
  try {
    if (!lstatSync(file, { throwIfNoEntry: false })) return '';
    // Some editors begin a file with a mark, which would become part of the first name.
    const text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
    if (!/[\0\uFFFD]/.test(text)) return text;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new ConfigError(`${file} cannot be read: ${reasons[code] ?? code}`);
  }
  throw new ConfigError(`${file} cannot be read: it is not plain text; save it as UTF-8`);
}
