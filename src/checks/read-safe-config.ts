// Reads the settings, and rejects those that are valid but dangerous in production.
import { type Config, ConfigError, readConfig } from '../settings/config.ts';
import type { Finding } from './finding.ts';
import { settingFindings } from './settings.ts';

interface SafeConfig {
  readonly config: Config;
  /** Only warnings, because errors are thrown. */
  readonly findings: readonly Finding[];
}

/** Throws a ConfigError with a line for each problem. `now` is in milliseconds since 1970. */
export function readSafeConfig(
  env: NodeJS.ProcessEnv,
  nodeVersion: string,
  now: number,
): SafeConfig {
  const config = readConfig(env);
  const findings = settingFindings(config, nodeVersion, now);
  const errors = findings.filter(({ level }) => level === 'error');
  if (errors.length === 0) return { config, findings };
  throw new ConfigError(errors.map(({ what, why, fix }) => `${what}: ${why}. ${fix}`).join('\n'));
}
