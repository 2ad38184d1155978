// Rate limits: logins per network, and pages per person. Each process counts separately.
import type { Request, RequestHandler } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { PageError } from '../../errors.ts';
import type { Log } from '../../log/log.ts';
import { isNavigation, type Login } from '../../login/login.ts';
import { maskedNetwork, visitorNetwork } from './network.ts';

/** Requests per minute. */
interface Rates {
  /**
   * Callbacks that may finish a login, per network. At a convention, all visitors may share one IP
   * address.
   */
  readonly logins: number;
  /** Pages that require a login, per person. */
  readonly pages: number;
}

interface RateLimitOptions extends Pick<Login, 'hasPendingLogin'> {
  readonly log: Log;
  readonly rates?: Partial<Rates> | undefined;
}

const shippedRates: Rates = { logins: 10_000, pages: 300 };

/**
 * Creates both limits. A request over a limit gets the "too often" page (429) with the seconds to
 * wait. For each network or person, only the first such request in a minute is logged.
 */
export function rateLimits({ log, hasPendingLogin, rates = {} }: RateLimitOptions): {
  readonly logins: RequestHandler;
  readonly pages: RequestHandler;
} {
  const { logins, pages } = { ...shippedRates, ...rates };
  const countLogin = createLimit({ limit: 'logins', most: logins, log });
  const countPage = createLimit({ limit: 'pages', most: pages, log });
  return {
    /**
     * Counts only callbacks that may cause a token request. Other requests (login starts, forged
     * callbacks, images, prefetches and HEAD) cost less than the error page, and must not let one
     * device use up a venue's logins. A rejected login is still pending, so a reload can finish it.
     */
    async logins(req, _res, next) {
      if (req.method !== 'HEAD' && isNavigation(req) && hasPendingLogin(req))
        await countLogin(req, visitorNetwork(req));
      next();
    },

    async pages(req, _res, next) {
      if (req.attendee) await countPage(req, req.attendee.userId);
      next();
    },
  };
}

const windowSeconds = 60;

interface Limit {
  /** The limit's name in the log. */
  readonly limit: keyof Rates;
  readonly most: number;
  readonly log: Log;
}

/**
 * Returns a function that counts a request by key, and throws once the limit is exceeded. The key
 * is never logged.
 */
function createLimit({ limit, most, log }: Limit) {
  const limiter = new RateLimiterMemory({ points: most, duration: windowSeconds });
  return async (req: Request, key: string): Promise<void> => {
    try {
      await limiter.consume(key);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      const network = maskedNetwork(visitorNetwork(req));
      if (refusal.consumedPoints === most + 1)
        log.warn(
          { limit, most, network },
          'rate limit reached: further requests get 429 for up to a minute',
        );
      const retryAfterSeconds = Math.ceil(refusal.msBeforeNext / 1000);
      throw new PageError({ status: 429, problem: 'too-often', retryAfterSeconds });
    }
  };
}
