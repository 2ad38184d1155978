// The client of this site's convention: as the settings say, with a token of the site's own where they name service scopes.
import type { Config } from './config.ts';
import { type Convention, type ConventionOptions, createConvention } from './convention/convention.ts';
import { createServiceTokens } from './login/login.ts';

const usualDeadlineMs = 8000;

/** Opens the client; it keeps connections open until `close`. The deadline, in milliseconds, holds for token requests too. */
export function createSiteConvention(
  { api, service }: Config,
  { deadlineMs = usualDeadlineMs, now = Date.now, log }: Pick<ConventionOptions, 'deadlineMs' | 'now' | 'log'> = {},
): Convention {
  const requestServiceToken = service && createServiceTokens({ ...service, deadlineSeconds: deadlineMs / 1000, now });
  return createConvention({ ...api, requestServiceToken, deadlineMs, now, log });
}
