// Parses REDIS_URL (a server, cluster nodes, or sentinels), and explains what is wrong with it.

export interface RedisUrl {
  readonly kind: 'server' | 'cluster' | 'sentinel';
  /** The server, the nodes or the sentinels that the URL names. */
  readonly hosts: readonly { readonly host: string; readonly port: number }[];
  readonly tls: boolean;
  readonly username?: string;
  readonly password?: string;
  /** The database number. A cluster has only database 0. */
  readonly database?: number;
  /** The name under which the sentinels know the master. */
  readonly masterName?: string;
}

const redisPort = 6379;
const sentinelPort = 26379;

/**
 * Splits a list of URLs. Only a comma before a scheme separates two URLs, because a sentinel URL
 * may contain commas too.
 */
function splitRedisUrl(text: string): string[] {
  return text.split(/\s*,\s*(?=[a-z+]+:\/\/)/i);
}

/**
 * Parses REDIS_URL. Throws an Error unless the text has one of these forms:
 * - a server: `redis://[user:password@]host[:port][/database]`
 * - a cluster: a comma-separated list of such URLs, one for each node
 * - sentinels: `redis+sentinel://[user:password@]host[:port][,host[:port]…]/master-name[/database]`
 *
 * With `rediss` instead of `redis`, connections are encrypted.
 */
export function parseRedisUrl(text: string): RedisUrl {
  const [first = throwInvalid(), ...others] = splitRedisUrl(text).map(parseOne);
  if (others.length === 0) return first;
  const nodes = [first, ...others];
  if (nodes.some(({ kind }) => kind !== 'server')) throwInvalid();
  return { ...first, kind: 'cluster', hosts: nodes.flatMap(({ hosts }) => hosts) };
}

function throwInvalid(): never {
  throw new Error('This is not a Redis URL, such as redis://127.0.0.1:6379');
}

/** A query string or a fragment is ignored here, because problemOfUrl reports it. */
const urlPattern =
  /^(rediss?)(\+sentinel)?:\/\/(?:([^@/]*)@)?([^@/?#]+)(?:\/([^?#]*))?(?:[?#].*)?$/i;

function parseOne(text: string): RedisUrl {
  const [, scheme = '', sentinel, login, hosts = '', path = ''] =
    urlPattern.exec(text) ?? throwInvalid();
  const kind = sentinel ? 'sentinel' : 'server';
  const pathPattern = sentinel ? /^([^/]+)\/?(\d*)$/ : /^()(\d*)$/;
  const [, masterName, database] = pathPattern.exec(path) ?? throwInvalid();
  if (kind === 'server' && hosts.includes(',')) throwInvalid();
  return {
    kind,
    hosts: hosts.split(',').map((host) => parseHost(host, sentinel ? sentinelPort : redisPort)),
    tls: /^rediss$/i.test(scheme),
    ...(login && parseLogin(login)),
    ...(database && { database: Number(database) }),
    ...(masterName && { masterName: decodeURIComponent(masterName) }),
  };
}

function parseHost(text: string, defaultPort: number) {
  const hostAndPort = /^(?:([^\s:[\]]+)|\[([\da-f:.]+)\])(?::(\d+))?$/i;
  const [, name, ipv6 = '', port = defaultPort] = hostAndPort.exec(text) ?? throwInvalid();
  return { host: name ?? ipv6, port: Number(port) };
}

function parseLogin(text: string): Pick<RedisUrl, 'username' | 'password'> {
  const [, username = '', password = ''] = /^([^:]*):?(.*)$/s.exec(text) ?? [];
  return {
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
  };
}

/** Returns what is wrong with a REDIS_URL and the fix, or undefined. */
export function problemOfRedisUrl(text: string): string | undefined {
  const urls = splitRedisUrl(text);
  const [problem] = urls.map(problemOfUrl).filter((found) => found !== undefined);
  return problem ?? (urls.length > 1 ? problemOfCluster(urls) : undefined);
}

const sentinelExample = 'redis+sentinel://10.0.0.1:26379,10.0.0.2:26379/mymaster';

function problemOfUrl(text: string): string | undefined {
  const [, sentinel, authority = '', rest = ''] =
    /^rediss?(\+sentinel)?:\/\/([^/?#]*)(.*)$/is.exec(text) ?? [];
  if (/^[\w+-]*sentinel/i.test(text) && !sentinel)
    return `must be redis+sentinel:// for sentinels: ${sentinelExample}`;
  if (!/^rediss?(\+sentinel)?:\/\//i.test(text))
    return 'must be redis:// or rediss://, such as redis://127.0.0.1:6379';
  const isEncoded = authority.split('@').length <= 2 && !rest.includes('@');
  if (!isEncoded || !isDecodable(authority))
    return 'has a password with characters that must be encoded: write %25 for %, %40 for @, %2F for /, %23 for #, %3F for ?';
  if (/[?#]/.test(rest)) return 'must have no ? and no #, because the rest would be ignored';
  return sentinel ? problemOfSentinels(text, rest) : problemOfServer(text, authority, rest);
}

function problemOfServer(text: string, authority: string, rest: string): string | undefined {
  if (authority.includes(',')) return 'must have redis:// before each URL in a list';
  if (!(URL.canParse(text) && new URL(text).hostname))
    return 'must name a host, optionally with a port, such as redis://127.0.0.1:6379';
  if (!/^\/?\d*$/.test(rest))
    return 'must end with the number of a database (/0) or without one: Redis databases have no names';
  return isRedisUrl(text)
    ? undefined
    : 'must be a Redis URL, such as redis://:PASSWORD@127.0.0.1:6379';
}

function problemOfSentinels(text: string, rest: string): string | undefined {
  if (!/^\/[^/]+(\/\d*)?$/.test(rest))
    return `must end with the name of the master, optionally with the number of a database: ${sentinelExample}`;
  return isRedisUrl(text)
    ? undefined
    : `must name sentinels, each a host with an optional port: ${sentinelExample}`;
}

function isRedisUrl(text: string): boolean {
  try {
    return parseRedisUrl(text) !== undefined;
  } catch {
    return false;
  }
}

/**
 * Checks that a cluster's URLs agree, because the client uses the same options for all nodes. Each
 * URL has already been checked on its own.
 */
function problemOfCluster(urls: readonly string[]): string | undefined {
  const nodes = urls.map(parseRedisUrl);
  const differIn = (...fields: (keyof RedisUrl)[]) =>
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
