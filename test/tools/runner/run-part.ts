import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { compiledFile } from '../../support/compiled-file.ts';
import type { Part } from './parts.ts';
import { fileEndedBy, type PartMessage, type TestResult } from './test-result.ts';

export interface PartOptions {
  readonly namePatterns: readonly string[];
  readonly silenceMs: number;
  onResult(result: TestResult): void;
  /** `printed` is the part's output since the end of the previous file. */
  onFileEnd(file: string, printed: string): void;
  onDiagnostic(message: string): void;
}

/** node:test's message about an uncaught error after its test had passed. */
const uncaught = 'generated asynchronous activity after the test ended';

/**
 * Runs the part and waits until its process has exited. Resolves to all problems except failed
 * tests: a crash, a hang, an uncaught error, or files left in the temporary folder.
 */
export async function runPart(part: Part, options: PartOptions): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'lanyard-test-'));
  const child = startProcess(part, { folder, namePatterns: options.namePatterns });
  const stop = () => killAndRemove(child, folder);
  process.once('exit', stop);
  const problems: string[] = [];
  let printed = '';
  let runningTest = 'none has begun';
  let [hasFailure, filesLeft] = [false, part.files.length];
  const giveUp = () => {
    const seconds = options.silenceMs / 1000;
    problems.push(`nothing was heard for ${seconds} s, in the test "${runningTest}"`);
    killWithChildren(child);
  };
  let watchdog = setTimeout(giveUp, options.silenceMs);

  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => (printed += chunk));
  child.on('message', (message: PartMessage) => {
    clearTimeout(watchdog);
    watchdog = setTimeout(giveUp, options.silenceMs);
    if ('begins' in message) {
      runningTest = message.begins;
      return;
    }
    if ('diagnostic' in message) {
      if (message.diagnostic.includes(uncaught)) problems.push(message.diagnostic);
      return options.onDiagnostic(message.diagnostic);
    }
    const { result } = message;
    if (!result.isPassed) hasFailure = true;
    options.onResult(result);
    const endedFile = fileEndedBy(result.name);
    if (endedFile === undefined) return;
    options.onFileEnd(endedFile, printed);
    filesLeft -= 1;
    printed = '';
  });

  const exitCode = await new Promise((resolve) => child.once('close', resolve));
  clearTimeout(watchdog);
  process.off('exit', stop);
  if (!isExplained(exitCode, { filesLeft, hasProblem: hasFailure || problems.length > 0 }))
    problems.push(`its process ended with ${exitCode}\n${printed.slice(-2000)}`.trimEnd());
  problems.push(...leftIn(folder));
  stop();
  return problems;
}

/**
 * A test that exits the process with code 0 prevents later files from running, so every file must
 * have ended.
 */
function isExplained(
  exitCode: unknown,
  { filesLeft, hasProblem }: { filesLeft: number; hasProblem: boolean },
): boolean {
  return exitCode === 0 ? filesLeft === 0 : exitCode === 1 && hasProblem;
}

function leftIn(folder: string): string[] {
  const left = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return left.length > 0 ? [`left in the temporary folder: ${left.slice(0, 5).join(', ')}`] : [];
}

function startProcess(
  part: Part,
  { folder, namePatterns }: { folder: string; namePatterns: readonly string[] },
): ChildProcess {
  const here = (name: string) =>
    compiledFile(fileURLToPath(new URL(name + extname(import.meta.url), import.meta.url)));
  const isCompiled = part.files.every((file) => compiledFile(file) !== file);
  const args = [
    ...(isCompiled ? [] : ['--import', import.meta.resolve('tsx')]),
    '--test-force-exit',
    // Tests allocate a lot. A larger young generation saves a twentieth of their CPU time.
    '--max-semi-space-size=64',
    `--test-reporter=${pathToFileURL(here('part-reporter')).href}`,
    ...namePatterns.map((pattern) => `--test-name-pattern=${pattern}`),
    here('part'),
    ...part.files,
  ];
  // NODE_TEST_CONTEXT would make node:test act as a child of another test run.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  return spawn(process.execPath, args, {
    env: { ...env, PART_FOLDER: folder },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // The process leads a process group, so that it can be killed together with the servers it
    // started.
    detached: true,
  });
}

function killAndRemove(child: ChildProcess, folder: string): void {
  killWithChildren(child);
  rmSync(folder, { recursive: true, force: true });
}

function killWithChildren({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {}
}
