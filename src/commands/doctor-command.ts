// `node dist/doctor.js`: checks everything that this site needs, and prints what is wrong, why it
// matters, and the fix.

import { checkDealers } from '../checks/dealer-search.ts';
import type { Check, Finding, Site } from '../checks/finding.ts';
import { checkPlatform } from '../checks/platform.ts';
import { checkProxy } from '../checks/proxy.ts';
import { checkRedis } from '../checks/redis.ts';
import { checkCredential } from '../checks/service-credential.ts';
import { settingFindings } from '../checks/settings.ts';
import { type Config, ConfigError } from '../settings/config.ts';

const checks: readonly Check[] = [
  checkRedis,
  checkPlatform,
  checkCredential,
  checkDealers,
  checkProxy,
];

const usage = `node dist/doctor.js         checks settings, keys, Redis, platform and proxy
node dist/doctor.js --json  the same as JSON: a list of { level, about, what, why, fix }
The exit code is 1 if something is wrong. Without a build: npm run doctor -- --json`;

interface DoctorOptions extends Partial<Pick<Site, 'deadlineMs' | 'now'>> {
  /** Throws ConfigError if the settings are wrong. */
  readonly readSettings: () => Config;
  readonly print: (line: string) => void;
  readonly nodeVersion: string;
}

/** Resolves to the exit code: 0 if no errors were found, 1 if any were, 2 for wrong usage. */
export async function runDoctor(words: readonly string[], options: DoctorOptions): Promise<number> {
  const { print } = options;
  if (words.some((word) => word !== '--json')) {
    print(usage);
    return 2;
  }
  const findings = await findAll(options);
  for (const line of words.includes('--json') ? [JSON.stringify(findings)] : reportOf(findings))
    print(line);
  return findings.some(({ level }) => level === 'error') ? 1 : 0;
}

async function findAll(options: DoctorOptions): Promise<Finding[]> {
  const { readSettings, nodeVersion, deadlineMs = 8000, now = Date.now } = options;
  try {
    const config = readSettings();
    const site = { config, deadlineMs, now, isThorough: true };
    const found = await Promise.all(checks.map((check) => check(site)));
    return [
      { level: 'ok', about: 'Settings', what: 'can be read' },
      ...settingFindings(config, nodeVersion, now()),
      ...found.flat(),
    ];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message.split('\n').map(wrongSetting);
  }
}

function wrongSetting(what: string): Finding {
  const [name] = what.split(' ');
  return {
    level: 'error',
    about: 'Settings',
    what,
    why: 'Lanyard does not start with it, so nothing else was checked',
    fix: fixOf(name, what),
  };
}

function fixOf(name = '', what: string): string {
  if (name.startsWith('NODE_')) return `remove ${name}`;
  if (/^HTTPS?_PROXY$/.test(name)) return `correct or remove ${name}`;
  if (what.endsWith(' is missing'))
    return `set ${name}: .env.example explains it. A line that begins with # does not count`;
  return `correct ${name}: .env.example explains it`;
}

const labels = { ok: 'ok     ', warning: 'WARNING', error: 'ERROR  ' };

function reportOf(findings: readonly Finding[]): string[] {
  const count = (level: Finding['level']) => findings.filter((one) => one.level === level).length;
  const [errors, warnings] = [count('error'), count('warning')];
  return [
    ...findings.flatMap(({ level, about, what, why, fix }) => [
      `${labels[level]}  ${about}: ${what}`,
      ...(why ? [`         Why:  ${why}`] : []),
      ...(fix ? [`         Fix:  ${fix}`] : []),
    ]),
    errors + warnings === 0 ? 'All is well.' : `Errors: ${errors}. Warnings: ${warnings}.`,
  ];
}
