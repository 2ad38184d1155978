// The tables of the benchmark.
import { densestCrowd, quantile, type Ratio, ratioOf, widestSpread } from './figures.ts';
import type { Figures } from './rounds.ts';
import type { Scenario } from './scenarios.ts';

export interface Verdict {
  readonly text: string;
  readonly isReached: boolean;
  readonly isBelieved: boolean;
}

/** Prints the table of a page. Returns whether its targets are reached. */
export function printScenario(
  { name, contenders, targets }: Scenario,
  figures: ReadonlyMap<string, Figures>,
  crowd: number,
): Verdict[] {
  const noisy =
    crowd > densestCrowd ? ` (noisy: others use this computer, ${crowd.toFixed(2)})` : '';
  console.log(`\n### ${name}\n`);
  console.log(
    `| contender | CPU s / 1,000 | of ours | spread | req/s${noisy} | p50 ms | p99 ms | Redis | platform |`,
  );
  console.log('|---|---|---|---|---|---|---|---|---|');
  const [ours = ''] = contenders;
  const cpuOf = (contender: string) => figures.get(contender)?.cpu ?? [];
  for (const contender of contenders) {
    const measured = figures.get(contender);
    if (!measured) continue;
    const { median, spread } = ratioOf(cpuOf(ours), measured.cpu);
    const cells = [
      contender,
      quantile(measured.cpu).toFixed(3),
      median.toFixed(2),
      spread.toFixed(2),
      quantile(measured.perSecond).toFixed(0),
      quantile(measured.p50).toFixed(1),
      quantile(measured.p99).toFixed(1),
      quantile(measured.redisCommands).toFixed(2),
      quantile(measured.platformCalls).toFixed(2),
    ];
    console.log(`| ${cells.join(' | ')} |`);
    const failed = measured.failed.reduce((sum, each) => sum + each, 0);
    if (failed > 0) console.log(`\n${failed} answers of ${contender} had another status.\n`);
  }
  return targets.map(({ against, ratio, goal }) =>
    verdictOf(`${name}: CPU against ${against}`, {
      measured: ratioOf(cpuOf(ours), cpuOf(against)),
      ratio,
      goal,
    }),
  );
}

/** Compares a ratio with what it should be. */
export function verdictOf(
  what: string,
  { measured, ratio, goal }: { measured: Ratio; ratio: number; goal: number },
): Verdict {
  const isReached = measured.median <= ratio;
  const isBelieved = measured.spread <= widestSpread;
  const doubt = isBelieved
    ? ''
    : `, TOO NOISY to be believed (spread ${measured.spread.toFixed(2)})`;
  const text = `${what}: ${measured.median.toFixed(2)} (target ${ratio}, goal ${goal})${doubt}`;
  return { text, isReached, isBelieved };
}

/** Prints which targets are reached, and whether the run as a whole is valid. */
export function printVerdicts(verdicts: readonly Verdict[]): void {
  console.log('\n### Targets\n');
  for (const { text, isReached } of verdicts) console.log(`- ${isReached ? 'yes' : 'NO '} ${text}`);
  const noisy = verdicts.filter(({ isBelieved }) => !isBelieved).length;
  if (noisy > 0)
    console.log(`\n${noisy} of ${verdicts.length} ratios are too noisy: run it again.`);
}
