// Writes log lines to stdout. A full disk or a hung log reader does not stop the process.
import { fstatSync, writeSync } from 'node:fs';

const stdout = 1;
/**
 * Maximum number of bytes queued for the log reader. Lines beyond that are dropped until it catches
 * up.
 */
const mostWaiting = 1_000_000;

/** Returns a destination for `pino`. A line that cannot be written is lost. */
export function openStdout(): { write(line: string): void } {
  const status = fstatSync(stdout);
  // Node queues lines for a pipe or a socket, so a slow log reader does not block the process.
  if (status.isFIFO() || status.isSocket()) {
    // Without this listener, the process would end when the log reader does.
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
      // A nearly full disk may accept only part of a line. The next line must not be appended to
      // that part.
      const text = isTorn ? `\n${line}` : line;
      try {
        isTorn = writeSync(stdout, text) < Buffer.byteLength(text);
      } catch {
        // This line is lost, but the next one may fit.
      }
    },
  };
}
