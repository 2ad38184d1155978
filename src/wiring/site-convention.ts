// Creates this site's platform client from the settings.
import {
  type Convention,
  type ConventionOptions,
  createConvention,
} from '../convention/convention.ts';
import type { RequestServiceToken } from '../convention/service-access.ts';
import { causeOf } from '../log/causes.ts';
import type { Log } from '../log/log.ts';
import { createServiceTokens } from '../login/login.ts';
import { attendeeScopes } from '../scopes.ts';
import type { Config } from '../settings/config.ts';

const defaultDeadlineMs = 8000;
const scopesShow = Object.fromEntries(
  Object.entries(attendeeScopes).map(([scope, { shows }]) => [scope, shows]),
);
const refusedCredential = "the platform rejects this site's service credential";

/** The client keeps connections open until `close`. `deadlineMs` also applies to token requests. */
export function createSiteConvention(
  { api, service }: Config,
  {
    deadlineMs = defaultDeadlineMs,
    now = Date.now,
    log,
    clock,
    onCall,
  }: Pick<ConventionOptions, 'deadlineMs' | 'now' | 'clock' | 'onCall'> & {
    log?: Log;
  } = {},
): Convention {
  const requestServiceToken =
    service &&
    reportRefusal(
      createServiceTokens({ ...service, deadlineSeconds: deadlineMs / 1000, now }),
      log,
    );
  const options = { requestServiceToken, deadlineMs, now, clock, log, onCall };
  return createConvention({ ...api, ...options, scopesShow });
}

/** Logs a rejected credential once, and again only if it worked in the meantime. */
function reportRefusal(
  requestToken: RequestServiceToken,
  log: Log | undefined,
): RequestServiceToken {
  let isReported = false;
  return async () => {
    try {
      const token = await requestToken();
      isReported = false;
      return token;
    } catch (err) {
      const cause = causeOf(err);
      if (cause?.code === 'platform-credential' && !isReported) {
        isReported = true;
        log?.error({ err, ...cause }, refusedCredential);
      }
      throw err;
    }
  };
}
