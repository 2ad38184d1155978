import { densestCrowd, quantile, ratioOf } from './figures.ts';
import type { Figures } from './rounds.ts';
import type { Scenario } from './scenarios.ts';
import { isBelieved, isReached, type Verdict } from './verdict.ts';

export function printScenario(
  { name, contenders }: Scenario,
  {
    figures,
    crowd,
    verdicts,
  }: {
    figures: ReadonlyMap<string, Figures>;
    crowd: number;
    verdicts: readonly Verdict[];
  },
): void {
  const noisy =
    crowd > densestCrowd ? ` (noisy: others use this computer, ${crowd.toFixed(2)})` : '';
  console.log(`\n### ${name}\n`);
  printRow(
    'contender',
    'CPU s / 1,000',
    'ours / it',
    'quartiles',
    `req/s${noisy}`,
    'p50 ms',
    'p99 ms',
    'Redis',
    'platform',
    'at most',
    'met',
  );
  printRow(...Array(11).fill('---'));
  const [ours = ''] = contenders;
  for (const contender of contenders) {
    const measured = figures.get(contender);
    if (!measured) continue;
    const { median, lower, upper } = ratioOf(figures.get(ours)?.cpu ?? [], measured.cpu);
    const ofRow = verdicts.filter(({ row }) => row === contender);
    printRow(
      contender,
      quantile(measured.cpu).toFixed(3),
      median.toFixed(2),
      `${lower.toFixed(2)} to ${upper.toFixed(2)}`,
      quantile(measured.perSecond).toFixed(0),
      quantile(measured.p50).toFixed(1),
      quantile(measured.p99).toFixed(1),
      quantile(measured.redisCommands).toFixed(2),
      quantile(measured.platformCalls).toFixed(2),
      ofRow.map(({ kind, target }) => `${kind}: ${target}`).join(', '),
      ofRow.map(answerOf).join(', '),
    );
    const failed = measured.failed.reduce((sum, each) => sum + each, 0);
    if (failed > 0) console.log(`\n${failed} responses from ${contender} had another status.\n`);
  }
}

export const printRow = (...cells: string[]) => console.log(`| ${cells.join(' | ')} |`);

function answerOf(verdict: Verdict): string {
  return (isReached(verdict) ? 'yes' : 'NO') + (isBelieved(verdict) ? '' : ' (too noisy)');
}

export function printVerdicts(verdicts: readonly Verdict[]): void {
  console.log('\n### Targets\n');
  printRow('what', '', 'measured', 'at most', 'goal', 'quartiles', 'met');
  printRow(...Array(7).fill('---'));
  for (const verdict of verdicts) {
    const { what, kind, measured, target, goal, lower, upper } = verdict;
    printRow(
      what,
      kind,
      measured.toFixed(2),
      String(target),
      String(goal ?? ''),
      lower && upper ? `${lower.toFixed(2)} to ${upper.toFixed(2)}` : '',
      answerOf(verdict),
    );
  }
  const noisy = verdicts.filter((verdict) => !isBelieved(verdict)).length;
  if (noisy > 0)
    console.log(`\n${noisy} of ${verdicts.length} ratios are too noisy: run it again.`);
}
