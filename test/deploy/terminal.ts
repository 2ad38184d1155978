import type { ChildProcess } from 'node:child_process';

/**
 * The last command in a shell's script. It reads file names from stdin, and runs each file in this
 * shell.
 */
export const readCommands =
  'while read -r file; do . "$file" < /dev/null 2>&1; printf \'\\nend of %s\\n\' "$file"; done';

/**
 * Returns a function that runs commands in the shell and resolves to their output. `write` stores
 * the commands in a file, and returns the path that the shell sees.
 */
export function terminalOf(
  shell: ChildProcess,
  write: (number: number, commands: string) => string,
): (commands: string) => Promise<string> {
  let count = 0;
  shell.stdout?.setEncoding('utf8');
  return async (commands) => {
    count += 1;
    const file = write(count, commands);
    const end = `\nend of ${file}\n`;
    let printed = '';
    let [onOutput, onExit] = [(_: string) => {}, (_: number) => {}];
    const isOver = new Promise<void>((resolve, fail) => {
      onOutput = (chunk) => {
        printed += chunk;
        if (printed.endsWith(end)) resolve();
      };
      onExit = (code) => fail(new Error(`the shell ended with ${code}: ${printed}`));
    });
    shell.stdout?.on('data', onOutput);
    shell.once('exit', onExit);
    shell.stdin?.write(`${file}\n`);
    await isOver;
    shell.stdout?.off('data', onOutput);
    shell.off('exit', onExit);
    return printed.slice(0, -end.length);
  };
}
