// Searches for a user that does not exist, to check the dealer search without reading a record.
import { createConvention } from '../convention/convention.ts';
import { ConventionError } from '../convention/convention-error.ts';
import { isUnknownPath } from '../convention/dealer.ts';
import { causeWithCode } from '../log/causes.ts';
import { createServiceTokens } from '../login/login.ts';
import type { Check, Finding, Site } from './finding.ts';

/** An id that no user has. `limit` matters only if a server ignores the filter. */
const nobody = { userIds: ['0'], limit: 1 };

const why = 'the dealer page shows an error to everybody';

export const checkDealers: Check = async (site) => {
  if (!site.config.service?.scopes.includes('vendor:read')) return [];
  try {
    await searchNobody(site);
    return [{ level: 'ok', about: 'Platform', what: 'has a dealer search' }];
  } catch (error) {
    return findingsOf(error);
  }
};

async function searchNobody({ config, deadlineMs, now }: Site): Promise<void> {
  const { api, service } = config;
  if (!service) return;
  const scopes = ['vendor:read'];
  const tokens = { ...service, scopes, deadlineSeconds: deadlineMs / 1000, now };
  const requestServiceToken = createServiceTokens(tokens);
  const convention = createConvention({ ...api, requestServiceToken, deadlineMs, now });
  try {
    for await (const _dealer of convention.asService()?.dealers(nobody) ?? []) break;
  } finally {
    await convention.close();
  }
}

/**
 * Returns nothing if the platform fails or rejects the credential, because other checks report
 * that.
 */
function findingsOf(error: unknown): Finding[] {
  if (!(error instanceof ConventionError)) return [];
  const { kind, code } = error;
  const problem = { level: 'error', about: 'Platform', why } as const;
  const { cause = '', fix = '' } = causeWithCode('platform-dealer-search') ?? {};
  if (code === 'platform-dealer-search') return [{ ...problem, what: cause, fix }];
  if (kind === 'not-permitted')
    return [
      {
        ...problem,
        what: 'rejects the dealer search, although it grants vendor:read',
        fix: 'ask its operators which scope the dealer search needs',
      },
    ];
  const isMissing = isUnknownPath(error);
  if (!isMissing && kind !== 'invalid-answer') return [];
  const what = isMissing
    ? 'has no dealer search where Lanyard looks for it'
    : 'the dealer search ignores the filter userIds, or does not match docs/interface.md';
  return [{ ...problem, what, fix }];
}
