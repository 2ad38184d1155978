// docs/operate.md, as the tests that follow it read it.
import { readFileSync } from 'node:fs';

export const guide = readFileSync('docs/operate.md', 'utf8');

const [firstDeployment = '', afterIt = ''] = guide.split('## Upgrade');
const [upgrade = ''] = afterIt.split(/^## /m);

/** The commands of each step of the first deployment, by its number; none for steps without. */
export const deploymentSteps = new Map(
  [...firstDeployment.matchAll(/^(\d+)\. \*\*(?:(?!^\d+\. )[\s\S])*?```sh\n([\s\S]*?)```/gm)].map(
    ([, number, commands = '']) => [Number(number), commands.replace(/^ {3}/gm, '')],
  ),
);

/** The commands of an upgrade. */
export const upgradeCommands = [...upgrade.matchAll(/^```sh\n([\s\S]*?)^```/gm)]
  .map(([, commands = '']) => commands)
  .join('');

/** The settings that step 5 has the operator write by hand. */
export function settingsByHand(): string[] {
  const [, names = ''] = /Then open it \(`nano [^`]+`\), set ([^.]+?), and look/.exec(guide) ?? [];
  return [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
}
