// Reads and caches the records of the attendee who sent a request.
import type { Request } from 'express';
import type { Convention } from '../convention/convention.ts';
import { ownRecords } from '../convention/own-records.ts';
import { type CachedRecords, createRecordCache } from '../convention/record-cache.ts';
import { attendeeOf, sessionKey } from '../login/login.ts';
import type { Config } from '../settings/config.ts';
import { keepVisitorName } from '../web/visitor-name.ts';

interface SiteRecordsOptions {
  readonly config: Config;
  readonly convention: Convention;
  readonly cacheSeconds?: number | undefined;
  /** The idle timeout of a session, which is also how long a badge is cached. */
  readonly idleSeconds: number;
  readonly now: () => number;
}

export function createSiteRecords({
  config,
  convention,
  cacheSeconds = 60,
  idleSeconds,
  now,
}: SiteRecordsOptions) {
  const serviceScopes = config.service?.scopes ?? [];
  const cache = createRecordCache({ seconds: cacheSeconds, badgeSeconds: idleSeconds, now });
  return {
    /** Throws LoginError if nobody is logged in. */
    recordsOf(req: Request): CachedRecords {
      const attendee = attendeeOf(req);
      const { userId, grantedScopes } = attendee;
      const owner = { sessionKey: sessionKey(req.sessionID), userId, grantedScopes };
      const records = ownRecords({ convention, attendee, serviceScopes });
      const currentUser = async () => {
        const user = await records.currentUser();
        keepVisitorName(req, user);
        return user;
      };
      return cache.keep({ ...records, currentUser }, owner, { isReload: isReload(req) });
    },

    /** Removes the records of ended sessions from the cache, by session key. */
    forget: cache.forget,
  };
}

/**
 * Whether the visitor asks for fresh records, either by reloading the page, for which browsers send
 * Cache-Control (RFC 9111 section 5.2.1), or with a `?again` link.
 */
export function isReload(req: Request): boolean {
  const { again } = req.query;
  return again !== undefined || /\b(no-cache|max-age=0)\b/i.test(req.get('cache-control') ?? '');
}
