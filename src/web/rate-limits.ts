// Rate limits: logins per network, pages per session. Each process counts on its own.
import type { RequestHandler } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { PageError } from '../errors.ts';

/** Requests per minute. A convention's visitors share one address: its Wi-Fi. */
export interface Rates {
  /** Login starts and callbacks, per network. */
  readonly logins: number;
  /** Pages, per session. */
  readonly pages: number;
}

export const defaultRates: Rates = { logins: 300, pages: 300 };

/** How many requests a failed callback counts as: most of them are guesses. */
const failedCallbackCosts = 10;

/** Creates both limits. Each throws the "too often" page (429) with the seconds to wait. */
export function rateLimits(rates: Rates): {
  readonly logins: RequestHandler;
  readonly pages: RequestHandler;
} {
  const logins = new RateLimiterMemory({ points: rates.logins, duration: 60 });
  const pages = new RateLimiterMemory({ points: rates.pages, duration: 60 });
  return {
    async logins(req, res, next) {
      const network = networkOf(req.ip ?? '');
      await count(logins, network);
      res.once('finish', () => {
        if (res.statusCode === 400)
          logins.penalty(network, failedCallbackCosts - 1).catch(() => {});
      });
      next();
    },

    async pages(req, _res, next) {
      await count(pages, req.sessionID);
      next();
    },
  };
}

async function count(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    const retryAfterSeconds = Math.ceil(refusal.msBeforeNext / 1000);
    throw new PageError({ status: 429, problem: 'too-often', retryAfterSeconds });
  }
}

/**
 * Returns an IPv4 address, or the first 64 bits of an IPv6 address, which belong to one household.
 */
function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  const [start = [], end = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros: string[] = Array(Math.max(0, 8 - start.length - end.length)).fill('0');
  return [...start, ...zeros, ...end].slice(0, 4).join(':');
}
