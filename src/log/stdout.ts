// The standard output of a process that must go on even if nobody can write there: the disk is
// full, or the program that reads the log hangs.
import { fstatSync, writeSync } from 'node:fs';

const stdout = 1;
/** Lines that wait for a reader, in bytes. What comes then is dropped. */
const mostWaiting = 1_000_000;

/** Returns what `pino` writes its lines to. A line that cannot be written is lost. */
export function openStdout(): { write(line: string): void } {
  const status = fstatSync(stdout);
  // Node writes to a pipe without waiting for its reader.
  if (status.isFIFO() || status.isSocket()) {
    // Without a listener, the process would end with the program that reads.
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
      // A disk that is nearly full takes a part of a line.
      const text = isTorn ? `\n${line}` : line;
      try {
        isTorn = writeSync(stdout, text) < Buffer.byteLength(text);
      } catch {
        // Perhaps there is room again for the next one.
      }
    },
  };
}
