// How the settings about this server and its neighbours are parsed: Redis, proxies, the address to
// listen on. Each error says what to write instead.
import { isIP } from 'node:net';
import { z } from 'zod';
import { parseAddress } from './parse-address.ts';

/** Returns the first problem of a text, or undefined if there is none. */
type Check = (text: string) => string | undefined;

/** A text without a problem. */
const checked = (problemOf: Check) =>
  z.string().superRefine((text, context) => {
    const message = problemOf(text);
    if (message) context.addIssue({ code: 'custom', message });
  });

/** The address of one Redis server, in the form that the client reads. */
export const redisAddress = checked((text) => {
  const [, authority = '', rest = ''] = /^rediss?:\/\/([^/?#]*)(.*)$/is.exec(text) ?? [];
  if (!/^rediss?:\/\//i.test(text))
    return 'must be redis:// or rediss://, such as redis://127.0.0.1:6379';
  if (rest.includes('@') || !isDecodable(authority))
    return 'has a password with characters that must be encoded: write %25 for %, %2F for /, %23 for #, %3F for ?';
  if (authority.includes(',')) return 'must be one server, not a list';
  if (!parseAddress(text)?.hostname)
    return 'must name a host and perhaps a port, such as redis://127.0.0.1:6379';
  if (/[?#]/.test(rest)) return 'must have no ? and no #: nothing behind them is read';
  return /^\/?\d*$/.test(rest)
    ? undefined
    : 'must end with the number of a database (/0) or nothing: Redis databases have no names';
});

function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== undefined;
  } catch {
    return false;
  }
}

/** An address or a host name to listen on. */
export const listenHost = checked((text) => {
  if (isIP(text) > 0) return undefined;
  if (text.includes('://') || text.includes('/'))
    return 'must be an address to listen on (127.0.0.1), not a web address';
  if (/^\[.*\]$/.test(text)) return 'must be without brackets: ::1';
  if (/:\d+$/.test(text)) return 'must be without a port: the port is a setting of its own, PORT';
  return /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(text)
    ? undefined
    : 'must be an address or the name of a host (127.0.0.1, localhost)';
});

const mostProxies = 10;

/** How many proxies stand in front of this server, or their addresses. */
export const trustedProxies = checked((text) => {
  if (/^\d+$/.test(text)) return problemOfCount(Number(text));
  if (/^(true|yes|on|all|\*)$/i.test(text))
    return 'must not trust everybody: write how many proxies are in front (1), or their addresses (10.0.0.0/8)';
  if (/^(false|no|off|none)$/i.test(text)) return 'must be left out if there is no proxy';
  if (/\b(loopback|linklocal|uniquelocal)\b/i.test(text))
    return 'must be addresses, not names of networks: for loopback write 127.0.0.1, ::1';
  return text.split(/,\s*/).every(isAddressRange)
    ? undefined
    : 'must be a number of proxies, or a comma list of addresses (10.0.0.0/8)';
}).transform((text) => (/^\d+$/.test(text) ? Number(text) : text.split(/,\s*/)));

function problemOfCount(count: number): string | undefined {
  if (count === 0) return 'must be at least 1; leave it out if there is no proxy';
  return count > mostProxies
    ? `must be at most ${mostProxies}: of more, a visitor could make up all but the last. Usually it is 1`
    : undefined;
}

const addressRange = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

/** A /0 range is refused: it would let any visitor pose as the proxy. */
function isAddressRange(text: string): boolean {
  return addressRange.safeParse(text).success && !text.endsWith('/0');
}
