// `npm run attack` runs every attack against the textbook app and Lanyard, and prints a table. `npm
// run attack P28` runs only the attacks on P28. Exits with 1 if an attack on Lanyard succeeds.
import { withLifetime } from '../../support/machine/child-app.ts';
import { carryOut, type Outcome } from './attack.ts';
import { loginAttacks } from './login-attacks.ts';
import { platformAttacks } from './platform-attacks.ts';
import { redisAttacks } from './redis-attacks.ts';
import { lanyard, startTarget, type TargetApp, textbook } from './target.ts';

const allAttacks = [...redisAttacks, ...loginAttacks, ...platformAttacks];
const wanted = process.argv.slice(2);
const unknown = wanted.filter((each) => !allAttacks.some(({ property }) => property === each));
if (unknown.length > 0) {
  console.error(`There is no attack on ${unknown.join(', ')}`);
  process.exit(2);
}
const attacks = allAttacks.filter(
  ({ property }) => wanted.length === 0 || wanted.includes(property),
);

// Attacks one app at a time, so that the load on one does not slow down the other.
const onTextbook = await attackAll(textbook);
const onLanyard = await attackAll(lanyard);

console.log(`| | Attack | ${textbook.name} | ${lanyard.name} |\n|---|---|---|---|`);
for (const [index, { property, name }] of attacks.entries()) {
  const cells = [onTextbook, onLanyard].map((outcomes) => cellOf(outcomes[index]));
  console.log(`| ${property} | ${name} | ${cells.join(' | ')} |`);
}
const [textbookFell, lanyardFell] = [onTextbook, onLanyard].map(
  (outcomes) => outcomes.filter(({ held }) => !held).length,
);
console.log(
  `\nOf ${attacks.length} attacks ${textbookFell} succeed against the textbook app, ${lanyardFell} against Lanyard.`,
);
// Without this, the test runner that support/machine/shared.ts loads would print that it ran no
// tests.
process.exit(lanyardFell === 0 ? 0 : 1);

async function attackAll(app: TargetApp): Promise<Outcome[]> {
  return withLifetime(async (lifetime) => {
    const target = await startTarget(lifetime, app);
    const outcomes: Outcome[] = [];
    for (const attack of attacks) outcomes.push(await carryOut(attack, target));
    return outcomes;
  });
}

function cellOf(outcome: Outcome | undefined): string {
  return outcome ? `${outcome.held ? 'held' : '**fell**'}: ${outcome.what}` : '';
}
