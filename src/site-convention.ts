// The client of this site's convention, built from the settings. If they name service scopes, it
// also has the site's own token.
import type { Config } from './config.ts';
import {
  type Convention,
  type ConventionOptions,
  createConvention,
} from './convention/convention.ts';
import { createServiceTokens } from './login/login.ts';

const defaultDeadlineMs = 8000;

/**
 * Opens the client, which keeps connections open until `close`. The deadline, in milliseconds, also
 * applies to token requests.
 */
export function createSiteConvention(
  { api, service }: Config,
  {
    deadlineMs = defaultDeadlineMs,
    now = Date.now,
    log,
  }: Pick<ConventionOptions, 'deadlineMs' | 'now' | 'log'> = {},
): Convention {
  const requestServiceToken =
    service && createServiceTokens({ ...service, deadlineSeconds: deadlineMs / 1000, now });
  return createConvention({ ...api, requestServiceToken, deadlineMs, now, log });
}
