// Runs one part in a process of its own, and collects what becomes of its tests.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Part } from './parts.ts';
import { fileEndedBy, type PartMessage, type TestResult } from './test-result.ts';

export interface PartOptions {
  /** Regular expressions: only tests whose name matches one of them run. All, when there is none. */
  readonly namePatterns: readonly string[];
  /** How long a part may be silent, in milliseconds, before it is given up. */
  readonly silenceMs: number;
  /** Hears each result when it comes. */
  onResult(result: TestResult): void;
  /** Hears of each file that has come to its end, with what the part has printed meanwhile. */
  onFileEnd(file: string, printed: string): void;
  /** Hears each line that a test adds to the report. */
  onDiagnostic(message: string): void;
}

/** Resolves when the process has ended, with what went wrong beside its tests: a crash, a hang, a file left in the temporary folder. */
export async function runPart(part: Part, options: PartOptions): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'lanyard-test-'));
  const child = startProcess(part, { folder, namePatterns: options.namePatterns });
  const problems: string[] = [];
  let printed = '';
  let lastFile = '';
  const giveUp = () => {
    problems.push(`nothing was heard for ${options.silenceMs / 1000} s after the end of ${lastFile || 'no file'}`);
    child.kill('SIGKILL');
  };
  let watchdog = setTimeout(giveUp, options.silenceMs);

  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      printed += chunk;
    });
  }
  child.on('message', (message: PartMessage) => {
    clearTimeout(watchdog);
    watchdog = setTimeout(giveUp, options.silenceMs);
    if ('diagnostic' in message) return options.onDiagnostic(message.diagnostic);
    const { result } = message;
    options.onResult(result);
    const endedFile = fileEndedBy(result.name);
    if (endedFile === undefined) return;
    lastFile = endedFile;
    options.onFileEnd(endedFile, printed);
    printed = '';
  });

  const exitCode = await new Promise((resolve) => child.once('close', resolve));
  clearTimeout(watchdog);
  if (exitCode !== 0 && exitCode !== 1) problems.push(`its process ended with ${exitCode}: ${printed.slice(-2000)}`);
  const left = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  if (left.length > 0) problems.push(`left in the temporary folder: ${left.slice(0, 5).join(', ')}`);
  rmSync(folder, { recursive: true });
  return problems;
}

function startProcess(
  part: Part,
  { folder, namePatterns }: { folder: string; namePatterns: readonly string[] },
): ChildProcess {
  const here = (file: string) => new URL(file, import.meta.url);
  const args = [
    ...['--import', import.meta.resolve('tsx')],
    '--test-force-exit',
    `--test-reporter=${here('part-reporter.ts').href}`,
    ...namePatterns.map((pattern) => `--test-name-pattern=${pattern}`),
    fileURLToPath(here('part.ts')),
    ...part.files,
  ];
  // Without what node:test tells its own children: this is a run of its own.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  return spawn(process.execPath, args, {
    env: { ...env, PART_FOLDER: folder },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
}
