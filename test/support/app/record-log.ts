// Records the log of an app under test, at all levels.
import { createLog, type Log } from '../../../src/log/log.ts';

export function recordLog(lines: string[]): Log {
  return createLog('debug', { write: (line) => void lines.push(line) });
}
