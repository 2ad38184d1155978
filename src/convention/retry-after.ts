// Reads Retry-After (RFC 9110 section 10.2.3) and common deviations.

/**
 * Maximum wait. A longer one is probably a mistake, and even if it is not, one request an hour does
 * no harm.
 */
const longestSeconds = 3600;

/**
 * Matches seconds with or without a fraction or a unit. If a proxy has joined several headers, the
 * first value is used.
 */
const amount = /^([+-]?\d+(?:\.\d+)?) ?(?:s|sec|seconds?)?(?:,|$)/i;

/**
 * The wait after a 429 without Retry-After, so that repeated reloads do not each cause a request.
 */
const afterTooManySeconds = 5;

/**
 * Returns the seconds that the caller must wait after a response, or undefined if it need not wait
 * (RFC 6585 section 4).
 */
export function secondsToWait(
  { status, retryAfter }: { status: number; retryAfter: string | undefined },
  now: number,
): number | undefined {
  if (status !== 429 && status !== 503) return undefined;
  return readRetryAfter(retryAfter, now) ?? (status === 429 ? afterTooManySeconds : undefined);
}

/**
 * Returns the seconds to wait, from 1 to 3,600, or undefined if the header is missing or invalid. A
 * date without a time zone is in GMT. `now` is in milliseconds since 1970.
 */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  const [, number] = amount.exec(text) ?? [];
  const seconds = number === undefined ? (dateIn(text) - now) / 1000 : Number(number);
  if (Number.isNaN(seconds)) return undefined;
  return Math.min(Math.max(Math.ceil(seconds), 1), longestSeconds);
}

/** Returns NaN unless the text is a date with a time of day. */
function dateIn(text: string): number {
  if (!/\d:\d\d:\d\d/.test(text)) return Number.NaN;
  const hasZone = /(GMT|UTC|Z|[+-]\d\d:?\d\d)$/i.test(text);
  return Date.parse(hasZone ? text : `${text}Z`);
}
