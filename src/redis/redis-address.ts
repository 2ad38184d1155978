// What an address of Redis means: one server, the nodes of a cluster, or the sentinels that know
// where the master is.

export interface RedisAddress {
  readonly kind: 'server' | 'cluster' | 'sentinel';
  /** The servers, nodes or sentinels to ask first. */
  readonly hosts: readonly { readonly host: string; readonly port: number }[];
  /** Whether connections are encrypted. */
  readonly tls: boolean;
  readonly username?: string;
  readonly password?: string;
  /** The number of a database. A cluster has only one. */
  readonly database?: number;
  /** What the sentinels call the master. */
  readonly masterName?: string;
}

const redisPort = 6379;
const sentinelPort = 26379;

/** The addresses of a comma list. A comma within an address separates nothing. */
export function splitRedisUrl(text: string): string[] {
  return text.split(/\s*,\s*(?=[a-z+]+:\/\/)/i);
}

/**
 * Parses one of these, and throws for anything else:
 * `redis://[user:password@]host[:port][/database]`, a server;
 * a comma list of such addresses, the nodes of a cluster;
 * `redis+sentinel://[user:password@]host[:port][,host[:port]…]/master-name[/database]`.
 * With `rediss` in place of `redis`, connections are encrypted.
 */
export function parseRedisUrl(text: string): RedisAddress {
  const [first = throwInvalid(), ...others] = splitRedisUrl(text).map(parseOne);
  if (others.length === 0) return first;
  const nodes = [first, ...others];
  if (nodes.some(({ kind }) => kind !== 'server')) throwInvalid();
  return { ...first, kind: 'cluster', hosts: nodes.flatMap(({ hosts }) => hosts) };
}

function throwInvalid(): never {
  throw new Error('This is no address of Redis, such as redis://127.0.0.1:6379');
}

/** As in the address of a web page; what stands behind a question mark is ignored. */
const addressPattern =
  /^(rediss?)(\+sentinel)?:\/\/(?:([^@/]*)@)?([^@/?#]+)(?:\/([^?#]*))?(?:[?#].*)?$/i;

function parseOne(text: string): RedisAddress {
  const [, scheme = '', sentinel, login, hosts = '', path = ''] =
    addressPattern.exec(text) ?? throwInvalid();
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
  const [, name, address = '', port = defaultPort] = hostAndPort.exec(text) ?? throwInvalid();
  return { host: name ?? address, port: Number(port) };
}

function parseLogin(text: string): Pick<RedisAddress, 'username' | 'password'> {
  const [, username = '', password = ''] = /^([^:]*):?(.*)$/s.exec(text) ?? [];
  return {
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
  };
}
