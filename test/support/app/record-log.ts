// The log of an app under test also prints the stack of each bug (a page with status 500), because
// log lines omit error messages.
import { createLog, type Log } from '../../../src/log/log.ts';

export function recordLog(lines: string[]): Log {
  const log = createLog('debug', { write: (line) => void lines.push(line) });
  const { error } = log;
  log.error = function (this: Log, ...args: Parameters<Log['error']>) {
    const [fields] = args as [unknown];
    if (isBug(fields)) console.error(fields.err instanceof Error ? fields.err.stack : fields.err);
    error.apply(this, args);
  } as Log['error'];
  return log;
}

function isBug(fields: unknown): fields is { err: unknown } {
  return (fields as { problem?: unknown } | undefined)?.problem === 'internal';
}
