// How the settings about this server and its neighbours are parsed: Redis, proxies, the address to
// listen on. Each error says what to write instead.
import { isIP } from 'node:net';
import { z } from 'zod';
import { parseRedisUrl, type RedisAddress, splitRedisUrl } from '../redis/redis-address.ts';
import { parseAddress } from '../text.ts';

/** Returns the first problem of a text, or undefined if there is none. */
type FindProblem = (text: string) => string | undefined;

/** A text without a problem. */
const checked = (problemOf: FindProblem) =>
  z.string().superRefine((text, context) => {
    const message = problemOf(text);
    if (message) context.addIssue({ code: 'custom', message });
  });

/** Where Redis is, in the forms that the client reads: a server, a cluster, or sentinels. */
export const redisAddress = checked((text) => {
  const addresses = splitRedisUrl(text);
  const [problem] = addresses.map(problemOfAddress).filter((found) => found !== undefined);
  return problem ?? (addresses.length > 1 ? problemOfCluster(addresses) : undefined);
});

const sentinelExample = 'redis+sentinel://10.0.0.1:26379,10.0.0.2:26379/mymaster';

const problemOfAddress: FindProblem = (text) => {
  const [, sentinel, authority = '', rest = ''] =
    /^rediss?(\+sentinel)?:\/\/([^/?#]*)(.*)$/is.exec(text) ?? [];
  if (/^[\w+-]*sentinel/i.test(text) && !sentinel)
    return `must be redis+sentinel:// for sentinels: ${sentinelExample}`;
  if (!/^rediss?(\+sentinel)?:\/\//i.test(text))
    return 'must be redis:// or rediss://, such as redis://127.0.0.1:6379';
  const isEncoded = authority.split('@').length <= 2 && !rest.includes('@');
  if (!isEncoded || !isDecodable(authority))
    return 'has a password with characters that must be encoded: write %25 for %, %40 for @, %2F for /, %23 for #, %3F for ?';
  if (/[?#]/.test(rest)) return 'must have no ? and no #: nothing behind them is read';
  return sentinel ? problemOfSentinels(text, rest) : problemOfServer(text, authority, rest);
};

function problemOfServer(text: string, authority: string, rest: string): string | undefined {
  if (authority.includes(',')) return 'must have redis:// before each address of a list';
  if (!parseAddress(text)?.hostname)
    return 'must name a host and perhaps a port, such as redis://127.0.0.1:6379';
  if (!/^\/?\d*$/.test(rest))
    return 'must end with the number of a database (/0) or nothing: Redis databases have no names';
  return isRedisAddress(text)
    ? undefined
    : 'must be an address of Redis, such as redis://:PASSWORD@127.0.0.1:6379';
}

function problemOfSentinels(text: string, rest: string): string | undefined {
  if (!/^\/[^/]+(\/\d*)?$/.test(rest))
    return `must end with the name of the master, and perhaps the number of a database: ${sentinelExample}`;
  return isRedisAddress(text)
    ? undefined
    : `must name sentinels, each a host and perhaps a port: ${sentinelExample}`;
}

function isRedisAddress(text: string): boolean {
  try {
    return parseRedisUrl(text) !== undefined;
  } catch {
    return false;
  }
}

/** All nodes of a cluster are reached in the same way. Each address is right by itself. */
function problemOfCluster(addresses: readonly string[]): string | undefined {
  const nodes = addresses.map(parseRedisUrl);
  const differIn = (...fields: (keyof RedisAddress)[]) =>
    fields.some((field) => new Set(nodes.map((node) => node[field])).size > 1);
  if (nodes.some(({ kind }) => kind === 'sentinel'))
    return `must be redis:// for each node of a cluster, or redis+sentinel:// once: ${sentinelExample}`;
  if (differIn('tls')) return 'must be redis:// for all nodes of a cluster, or rediss:// for all';
  if (differIn('username', 'password'))
    return 'must have the same user name and password for all nodes of a cluster';
  return nodes.some(({ database = 0 }) => database !== 0)
    ? 'must name no database for a cluster, which has only one'
    : undefined;
}

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
