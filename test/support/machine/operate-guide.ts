// The commands and settings in docs/operate.md and its pages, which tests follow. Importing this
// file fails if a page no longer has one of them, because only `npm run proof` runs them all.
import assert from 'node:assert/strict';
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

const dailyCommands = new Map(
  [...inContainers.matchAll(/^\| ([^|]+) \| `([^`]+)`/gm)].map(([, task = '', command = '']) => [
    task,
    command,
  ]),
);

export const containerCommands = {
  show: dailyCommand('Show the containers and their health'),
  log: dailyCommand('Read the log'),
  openRedis: dailyCommand('Open Redis as the operator'),
  applyUsers: dailyCommand('Apply changes to `users.acl`'),
  endSessions: dailyCommand("End one person's sessions"),
};

/**
 * The command blocks for a second convention: settings, start, erasing one person's data, and
 * restart.
 */
export const secondConvention = blocksIn(pageOf('several-conventions.md'));

const [, listed = ''] = /\*\*set these five\*\*: ([^.]+)\./.exec(guide) ?? [];
/** The settings that an operator fills in (step 4). */
export const settingsByHand = [...listed.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
assert.equal(settingsByHand.length, 5, 'docs/operate.md, step 4');

function dailyCommand(task: string): string {
  const command = dailyCommands.get(task);
  assert.ok(command, `docs/operate/containers.md has a command for "${task}"`);
  return command;
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
