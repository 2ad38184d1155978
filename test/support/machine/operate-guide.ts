import { readdirSync, readFileSync } from 'node:fs';

export const guide = readFileSync('docs/operate.md', 'utf8');

const pageOf = (name: string) => readFileSync(`docs/operate/${name}`, 'utf8');

export const guidePages = [guide, ...readdirSync('docs/operate').map(pageOf)];

export const deploymentStep = stepsIn(section('First deployment, in ten steps'));

export function readyQuestion(commands: string): string {
  const [question] = /^curl [\s\S]*/m.exec(commands) ?? [];
  if (!question) throw new Error('a step in the guide has no readiness check');
  return question;
}

export const upgradeCommands = commandsIn(pageOf('upgrade.md'));

const inContainers = pageOf('containers.md');

export const containerStep = stepsIn(inContainers);

/** The commands that apply changed settings in containers, and those that build a new image. */
export const [containerChange = '', containerBuild = ''] = blocksIn(inContainers);

export const containerCommands = new Map(
  [...inContainers.matchAll(/^\| ([^|]+) \| `([^`]+)`/gm)].map(([, what = '', command = '']) => [
    what,
    command,
  ]),
);

/**
 * The command blocks for a second convention: settings, start, erasing one person's data, and
 * restart.
 */
export const secondConvention = blocksIn(pageOf('several-conventions.md'));

export function settingsByHand(): string[] {
  const [, names = ''] = /Then open the file \(`nano [^`]+`\) and set ([^.]+?)\./.exec(guide) ?? [];
  return [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
}

function section(title: string): string {
  const [, from = ''] = guide.split(`## ${title}\n`);
  const [text = ''] = from.split(/^## /m);
  return text;
}

function stepsIn(text: string): (number: number) => string {
  const steps = /^(\d+)\. \*\*(?:(?!^\d+\. )[\s\S])*?```sh\n([\s\S]*?)```/gm;
  const byNumber = new Map(
    [...text.matchAll(steps)].map(([, number, commands = '']) => [
      Number(number),
      commands.replace(/^ {3}/gm, ''),
    ]),
  );
  return (number) => {
    const commands = byNumber.get(number);
    if (!commands) throw new Error(`the guide has no commands in step ${number}`);
    return commands;
  };
}

function commandsIn(text: string): string {
  return blocksIn(text).join('');
}

function blocksIn(text: string): string[] {
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, commands = '']) => commands);
}
