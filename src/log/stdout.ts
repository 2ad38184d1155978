// Writes to stdout without stopping the process if the disk is full, or if the reader of the log
// hangs.
import { fstatSync, writeSync } from 'node:fs';

const stdout = 1;
/** In bytes. Further lines are dropped until the reader catches up. */
const mostWaiting = 1_000_000;

/** Returns a destination for `pino`. A line that cannot be written is lost. */
export function openStdout(): { write(line: string): void } {
  const status = fstatSync(stdout);
  // Node writes to a pipe asynchronously.
  if (status.isFIFO() || status.isSocket()) {
    // Without a listener, the process would end together with its reader.
    process.stdout.on('error', () => {});
    return {
      write(line) {
        if (process.stdout.writableLength < mostWaiting) process.stdout.write(line);
      },
    };
  }
  let isTorn = false;
  return {
    write(line) {
      // A nearly full disk accepts only part of a line.
      const text = isTorn ? `\n${line}` : line;
      try {
        isTorn = writeSync(stdout, text) < Buffer.byteLength(text);
      } catch {
        // The disk may have space again for the next line.
      }
    },
  };
}
