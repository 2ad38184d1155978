// `npm run sabotage` checks that tests notice bugs. For each property outside src/login and
// src/convention, it changes one line of the source in a copy of this project, and expects the
// property's test to fail. `npm run sabotage P51` does so for one property. Exits with 1 if a test
// did not fail.
import { readFileSync } from 'node:fs';
import { properties } from '../../documents/properties.ts';
import { withLifetime } from '../../support/machine/child-app.ts';
import { copyProject, type ProjectCopy } from '../../support/machine/project-copy.ts';
import { type Sabotage, sabotages } from './sabotages.ts';

const wanted = process.argv.slice(2);
const unknown = wanted.filter((each) => !sabotages.some(({ property }) => property === each));
if (unknown.length > 0) {
  console.error(`There is no sabotage of ${unknown.join(', ')}`);
  process.exit(2);
}
const unnoticed: string[] = [];
await withLifetime(async (lifetime) => {
  const copy = copyProject(lifetime);
  for (const sabotage of sabotages) {
    const { property, file } = sabotage;
    if (wanted.length > 0 && !wanted.includes(property)) continue;
    const outcome = await carryOut(sabotage, copy);
    console.log(`${outcome === 'noticed' ? '✔' : '✖'} ${property.padEnd(4)} ${file}: ${outcome}`);
    if (outcome !== 'noticed') unnoticed.push(property);
  }
});
console.log(
  unnoticed.length === 0
    ? '\nEvery sabotage was noticed.'
    : `\nNot noticed: ${unnoticed.join(', ')}`,
);
process.exitCode = unnoticed.length === 0 ? 0 : 1;

async function carryOut(sabotage: Sabotage, copy: ProjectCopy): Promise<string> {
  const { property, file, find, replace, test = testOf(property) } = sabotage;
  const text = readFileSync(file, 'utf8');
  if (text.split(find).length !== 2) return 'its line must occur in the file exactly once';
  copy.replace(file, find, replace);
  const rounds = test.endsWith('.proof') ? 'full' : undefined;
  const command = ['test/tools/runner/main.ts', test, property];
  const printed = await copy.run(process.execPath, command, { ROUNDS: rounds });
  copy.write(file, text);
  if (/^\d+ passed, 0 failed/m.test(printed)) return 'NOT NOTICED';
  const hasFailed = new RegExp(`^✖ \\S+: (P\\d+ )*${property}\\b`, 'm').test(printed);
  return hasFailed ? 'noticed' : `no test of ${property} has failed: ${printed.slice(-2000)}`;
}

function testOf(property: string): string {
  return properties.find(({ name }) => name === property)?.testFile ?? '';
}
