// Retry-After (RFC 9110 section 10.2.3), as servers really send it.

/** A server that asks for a day has made a mistake, or is asked again in vain once an hour. */
const longestSeconds = 3600;

/** Seconds, also with a fraction or a unit; of several headers that a proxy joined, the first. */
const amount = /^([+-]?\d+(?:\.\d+)?) ?(?:s|sec|seconds?)?(?:,|$)/i;

/**
 * Reads Retry-After as 1 second to an hour; undefined if it is missing or cannot be read. A date
 * without a zone is in GMT. `now` is in milliseconds since 1970.
 */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  const [, number] = amount.exec(text) ?? [];
  const seconds = number === undefined ? (dateIn(text) - now) / 1000 : Number(number);
  if (Number.isNaN(seconds)) return undefined;
  return Math.min(Math.max(Math.ceil(seconds), 1), longestSeconds);
}

/** Returns the milliseconds of a date with a time of day; NaN if there is none. */
function dateIn(text: string): number {
  if (!/\d:\d\d:\d\d/.test(text)) return Number.NaN;
  const hasZone = /(GMT|UTC|Z|[+-]\d\d:?\d\d)$/i.test(text);
  return Date.parse(hasZone ? text : `${text}Z`);
}
