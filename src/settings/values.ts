// Schemas for the values of settings. Each error message completes a sentence that begins with the
// setting's name: "PORT must be a whole number".
import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { z } from 'zod';
import { contrast, textOn } from '../contrast.ts';
import { isLoopback } from '../login/login.ts';
import { problemOfRedisUrl } from '../redis/redis-url.ts';
import { readMessageOverrides } from './message-overrides.ts';

const largestFileBytes = 100 * 1024;

/** An https URL, or an http URL on this computer. */
export const webUrl = z
  .url({ protocol: /^https?$/, error: 'must be a URL, such as https://foxcon.example' })
  .transform((text) => new URL(text))
  .refine(
    (url) => url.protocol === 'https:' || isLoopback(url),
    'must be https (http is allowed for this computer only)',
  );
/** A string, because a `URL` would add a slash to a bare host, and the slash may matter. */
export const issuerName = z.string().refine((text) => webUrl.safeParse(text).success, {
  error: 'must be a URL, such as https://login.foxcon.example',
});

/** An email address or a URL. The result is a URI. */
export const contact = z.union(
  [z.email().transform((email) => `mailto:${email}`), webUrl.transform(({ href }) => href)],
  'must be an email address or a URL (https)',
);
/** A URL to which paths are appended. */
const baseUrl = webUrl.refine(
  (url) => !url.search && !url.hash && !url.username && !url.password,
  'must have no query, no fragment and no user name',
);
export const platformUrl = baseUrl.refine(
  ({ pathname }) => !/\/(api|oauth)(\/|$)/i.test(pathname),
  'must end before /api and /oauth, which Lanyard appends',
);
export const origin = baseUrl.refine(
  (url) => url.pathname === '/',
  'must be an origin, without a path',
);
export const count = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((n) => n >= least && n <= most, `must be from ${least} to ${most}`);
/** Items are trimmed, so a space or line break after a separator does not matter. */
export const list = (separator: RegExp) =>
  z.string().transform((text) =>
    text
      .split(separator)
      .map((item) => item.trim())
      .filter(Boolean),
  );
export const origins = list(/[\s,]+/).pipe(
  z.array(origin.refine(({ host }) => !/[*;]/.test(host), 'must name each host in full')),
);
/**
 * A comma-separated list, newest first. It must not be empty, because the first item encrypts or
 * signs.
 */
const newestFirst = <Item>(item: z.ZodType<Item, string>) => list(/,/).pipe(z.tuple([item], item));
const shortestSecret = 32;
const secretError = `must have at least ${shortestSecret} characters each`;
const sessionSecret = z
  .string(secretError)
  // Several secrets without commas would be read as one, which has never signed a cookie.
  .regex(/^\S*$/, 'must not have blanks or line ends inside a secret: separate secrets by commas')
  .min(shortestSecret, secretError);
export const sessionSecrets = newestFirst(sessionSecret);
const keyError = 'must be name:key, the key as 64 hex digits';
const encryptionKey = z
  .string(keyError)
  .regex(/^[\w-]{1,20}:[0-9a-f]{64}$/i, keyError)
  .transform((text) => {
    const [id = '', hex = ''] = text.split(':');
    return { id, key: Buffer.from(hex, 'hex') };
  });
export const encryptionKeys = newestFirst(encryptionKey).refine(
  (keys) => new Set(keys.map(({ id }) => id)).size === keys.length,
  'must not use a name twice',
);
export const onOff = z
  .enum(['on', 'off'], { error: 'must be on or off' })
  .transform((text) => text === 'on');
const color = z
  .string()
  .regex(/^#?([\da-f]{3}){1,2}$/i, 'must be a colour (#rrggbb or #rgb)')
  .transform((text) => text.replace(/^#?/, '#'));
/**
 * A colour on which white or near-black text is readable. The # is optional, because it starts a
 * comment in `.env`.
 */
export const accentColor = color.refine(
  (accent) => contrast(textOn(accent), accent) >= 4.5,
  'must be a little darker or lighter: neither white (#fff) nor black (#16161a) text on it has a contrast of 4.5:1',
);
/** The ticket name is lower-cased, so that it matches regardless of case. */
const badgeTier = z
  .string()
  .regex(
    /^[^=]+=[^/]+\/[^/]+$/,
    'must be tickets with two colours each (Sponsor=f6bd2f/2a1b00; Staff=0a6b3d/fff)',
  )
  .transform((text) => {
    const [ticket = '', colors = ''] = text.split('=');
    const [fill = '', ink = ''] = colors.split('/');
    return { ticket: ticket.trim().toLowerCase(), fill: fill.trim(), ink: ink.trim() };
  })
  .pipe(z.object({ ticket: z.string(), fill: color, ink: color }))
  .refine(
    ({ fill, ink }) => contrast(ink, fill) >= 4.5,
    'must have a contrast of 4.5:1 between text and background for each ticket',
  );
export const badgeTiers = list(/;/).pipe(z.array(badgeTier));
const day = z.iso.date('must be a day, or a first and a last one (2027-07-02/2027-07-05)');
export const lastDay = z.iso.date('must be a day, such as 2027-06-01');
/** The event's first and last day, or its only day. */
export const eventDays = z
  .string()
  .transform((text) => {
    const [first, last = first] = text.split(/\s*\/\s*(.*)/s);
    return { first, last };
  })
  .pipe(z.object({ first: day, last: day }))
  .refine(({ first, last }) => first <= last, 'must not end before it begins');
/** A small PNG, WebP or SVG file. The name in `file` depends on the content, not on the path. */
export const logo = z
  .string()
  .transform((path) => readIfThere(path) ?? Buffer.alloc(0))
  .refine(
    (content) => content.length > 0,
    'must name a file that exists, is not empty, and is readable by the user that runs Lanyard',
  )
  .refine((content) => content.length <= largestFileBytes, 'must name a file of at most 100 KB')
  .transform((content) => {
    const start = content.toString().replace(/<!--.*?-->|<\?.*?\?>/gs, '');
    return { content, file: logoFormats.find(([, pattern]) => pattern.test(start))?.[0] ?? '' };
  })
  .refine(({ file }) => file, 'must name a picture: PNG, WebP or SVG (with its xmlns)');
const logoFormats = [
  ['logo.png', /^.PNG\r\n/s],
  ['logo.webp', /^RIFF.{1,4}WEBP/s],
  ['logo.svg', /^\s*<(!doctype )?svg\b.*http:\/\/www\.w3\.org\/2000\/svg/is],
] as const;

export const messages = z.string().transform((folder, context) => {
  try {
    return readMessageOverrides(folder);
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message });
    return z.NEVER;
  }
});

const checked = (problemOf: (text: string) => string | undefined) =>
  z.string().superRefine((text, context) => {
    const message = problemOf(text);
    if (message) context.addIssue({ code: 'custom', message });
  });

export const redisUrl = checked(problemOfRedisUrl);

export const listenHost = checked((text) => {
  if (isIP(text) > 0) return undefined;
  if (text.includes('://') || text.includes('/'))
    return 'must be an IP address or a host name to listen on (127.0.0.1), not a URL';
  if (/^\[.*\]$/.test(text)) return 'must be without brackets: ::1';
  if (/:\d+$/.test(text)) return 'must not contain a port: set PORT';
  return /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(text)
    ? undefined
    : 'must be an IP address or a host name (127.0.0.1, localhost)';
});

const mostProxies = 10;

export const trustedProxies = checked((text) => {
  if (/^\d+$/.test(text)) return problemOfProxyCount(Number(text));
  if (/^(true|yes|on|all|\*)$/i.test(text))
    return 'must not trust everybody: set the number of proxies in front (1), or their IP addresses (10.0.0.0/8)';
  if (/^(false|no|off|none)$/i.test(text)) return 'must be left out if there is no proxy';
  if (/\b(loopback|linklocal|uniquelocal)\b/i.test(text))
    return 'must be IP addresses, not names of networks: for loopback write 127.0.0.1, ::1';
  return text.split(/,\s*/).every(isAddressRange)
    ? undefined
    : 'must be a number of proxies, or a comma list of IP addresses (10.0.0.0/8)';
}).transform((text) => (/^\d+$/.test(text) ? Number(text) : text.split(/,\s*/)));

function problemOfProxyCount(count: number): string | undefined {
  if (count === 0) return 'must be at least 1. Remove it if there is no proxy';
  return count > mostProxies
    ? `must be at most ${mostProxies}, because a visitor can forge all but the last. Usually it is 1`
    : undefined;
}

const addressRange = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

/** Excludes /0 ranges, which would let any visitor pose as the proxy. */
function isAddressRange(text: string): boolean {
  return addressRange.safeParse(text).success && !text.endsWith('/0');
}

/** Both times are `YYYY-MM-DDTHH:MM` in the convention's time zone. */
export interface OpeningSpan {
  readonly opens: string;
  readonly closes: string;
}

const minuteMs = 60_000;
const dayMinutes = 24 * 60;
const noDeskHours =
  'must be days with their hours: 2027-07-02 10:00-20:00; 2027-07-03 9:00-13:00, 14:00-02:00';

/**
 * One or more opening spans per day. A span whose end is not after its start ends on the next day.
 */
export const deskHours = z
  .string()
  .transform((text, context) => {
    const days = text.split(/\s*;\s*/).filter(Boolean);
    const spans = days.map(spansOfDay);
    if (spans.every((one) => one !== undefined)) return spans.flat().sort(byStart);
    context.addIssue({ code: 'custom', message: noDeskHours });
    return z.NEVER;
  })
  .refine((spans) => spans.length > 0, noDeskHours)
  .refine(
    (spans) => spans.every(({ opens }, index) => (spans[index - 1]?.closes ?? '') <= opens),
    'must not have overlapping spans',
  );

function byStart(one: OpeningSpan, other: OpeningSpan): number {
  return one.opens < other.opens ? -1 : 1;
}

/** Parses `2027-07-03 9:00-13:00, 14:00-02:00`. Returns undefined for any other text. */
function spansOfDay(text: string): OpeningSpan[] | undefined {
  const [, day = '', hours = ''] = /^(\S+)\s+(.+)$/.exec(text) ?? [];
  if (!z.iso.date().safeParse(day).success) return undefined;
  const spans = hours.split(/\s*,\s*/).map((span) => spanOf(span, day));
  return spans.every((span) => span !== undefined) ? spans : undefined;
}

function spanOf(text: string, day: string): OpeningSpan | undefined {
  const time = '([01]?\\d|2[0-4]):([0-5]\\d)';
  const parts = new RegExp(`^${time}\\s*[-–]\\s*${time}$`).exec(text)?.slice(1).map(Number);
  if (!parts) return undefined;
  const [fromHour = 0, fromMinute = 0, toHour = 0, toMinute = 0] = parts;
  const [from, to] = [fromHour * 60 + fromMinute, toHour * 60 + toMinute];
  if (from >= dayMinutes || to > dayMinutes) return undefined;
  return {
    opens: minutesAfter(day, from),
    closes: minutesAfter(day, to > from ? to : to + dayMinutes),
  };
}

function minutesAfter(day: string, minutes: number): string {
  return new Date(Date.parse(day) + minutes * minuteMs).toISOString().slice(0, 16);
}

export function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/** `locale` is a BCP 47 tag, such as `en-GB`. */
export function hasMessages(locale: string): boolean {
  const [, language] = /^([a-z]{2,3})(-[A-Z]{2})?$/.exec(locale) ?? [];
  return (
    language !== undefined &&
    existsSync(new URL(`../../views/messages/${language}.json`, import.meta.url))
  );
}

/** `name` is an IANA time zone, such as `Europe/Berlin`. */
export function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}
