// Reads secrets from the environment, or from the files that Docker, Kubernetes and systemd mount
// (`NAME_FILE`), and finds mistakes in them. Messages do not quote secrets.

import { readIfThere } from './values.ts';

interface Secret {
  readonly text: string | undefined;
  readonly problem: string | undefined;
}

/** Reads a secret from the variable `name`, or from the file in `NAME_FILE`. */
export function readSecret(name: string, env: NodeJS.ProcessEnv): Secret {
  const inEnvironment = env[name]?.trim() || undefined;
  const path = env[`${name}_FILE`];
  if (inEnvironment && path)
    return { text: inEnvironment, problem: `and ${name}_FILE are both set: keep one of them` };
  if (!path) return { text: inEnvironment, problem: problemOfSecret(inEnvironment) };
  const text = textOfFile(readIfThere(path));
  return { text, problem: problemOfFile(text, name) ?? problemOfSecret(text) };
}

/** Removes the byte order mark that some editors write. */
function textOfFile(content: Buffer | undefined): string | undefined {
  return (
    content
      ?.toString('utf8')
      .replace(/^\uFEFF/, '')
      .trim() || undefined
  );
}

function problemOfFile(text: string | undefined, name: string): string | undefined {
  if (text === undefined)
    return `is missing: ${name}_FILE names a file that cannot be read, or is empty`;
  // PowerShell's `>` writes UTF-16, in which every second byte of ASCII is NUL.
  if (/[\0\uFFFD]/.test(text))
    return `cannot be used: ${name}_FILE names a file that is not plain text. Save it as UTF-8 (PowerShell: Set-Content -Encoding ascii)`;
  if (new RegExp(`^(export\\s+)?${name}\\s*=`).test(text))
    return `cannot be used: ${name}_FILE names a file that begins with the name of the setting. It must contain only the value`;
  return undefined;
}

/** A line break after a comma does not matter. */
function problemOfSecret(secret = ''): string | undefined {
  return /[^,\s]\s*[\r\n]/.test(secret)
    ? 'has a line end inside. Write it in one line, and separate several secrets by commas'
    : undefined;
}
