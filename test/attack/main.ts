// `npm run attack`: every attack against the textbook app and against Lanyard, as a table; `npm run attack P24` only those of a property.
// Exits with 1 when one succeeds against Lanyard.
import { allAttacks } from './all-attacks.ts';
import { carryOut } from './attack.ts';
import { lanyard, startTarget, textbook } from './target.ts';

const wanted = process.argv.slice(2);
const attacks = allAttacks.filter(({ property }) => wanted.length === 0 || wanted.includes(property));

const endings: (() => unknown)[] = [];
const cleanup = { after: (end: () => unknown) => void endings.push(end) };
try {
  const targets = await Promise.all([textbook, lanyard].map((app) => startTarget(cleanup, app)));
  const outcomes = await Promise.all(targets.map((target) => carryOut(attacks, target)));

  console.log(`| | Attack | ${targets.map(({ name }) => name).join(' | ')} |\n|---|---|---|---|`);
  for (const attack of attacks) {
    const cells = outcomes.map((outcome) => {
      const { held, what } = outcome.get(attack) ?? { held: false, what: 'not carried out' };
      return `${held ? 'held' : '**fell**'}: ${what}`;
    });
    console.log(`| ${attack.property} | ${attack.name} | ${cells.join(' | ')} |`);
  }
  const fallsOf = (outcome: (typeof outcomes)[number] | undefined) =>
    attacks.filter((attack) => !outcome?.get(attack)?.held).length;
  const [textbookFell, lanyardFell] = outcomes.map(fallsOf);
  console.log(
    `\nOf ${attacks.length} attacks ${textbookFell} succeed against the textbook app, ${lanyardFell} against Lanyard.`,
  );
  if (lanyardFell !== 0) process.exitCode = 1;
} finally {
  for (const end of endings.reverse()) await end();
}
