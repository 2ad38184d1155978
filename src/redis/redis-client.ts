// Which client for which address of Redis: of one server, of a cluster, or of the master that
// sentinels name.
import { setTimeout as sleep } from 'node:timers/promises';
import {
  ConnectionTimeoutError,
  createClient,
  createCluster,
  createSentinel,
  type RedisClientOptions,
  type RedisClientType,
  type RedisClusterType,
  type RedisSentinelType,
} from 'redis';
import { parseRedisUrl, type RedisAddress } from './redis-address.ts';

export type RedisClient = RedisClientType | RedisClusterType | RedisSentinelType;

/** Settings of each connection that node-redis is to keep. */
export const queueOptions = { disableOfflineQueue: true, commandsQueueMaxLength: 1000 };
/** node-redis would create an abort signal for each command; the key store has a deadline. */
export const commandOptions = { timeout: 0 };
export const connectTimeout = 800;
/**
 * The older protocol, which each server and proxy speaks. To the compiler it is the newer one, the
 * default of node-redis: the commands of the login are answered alike.
 */
const protocol = { RESP: 2 as number as 3 };

type ConnectionOptions = Omit<RedisClientOptions, 'modules' | 'functions' | 'scripts'>;
let firstClient: RedisClientType | undefined;

/**
 * Returns a client of one server that is not connected yet. All share the class of the first one,
 * because node-redis takes 40 ms to make a class of all commands for each new configuration.
 */
export function createClientOfServer(options: ConnectionOptions): RedisClientType {
  firstClient ??= createClient(protocol);
  return firstClient.duplicate({ ...protocol, ...options });
}

/**
 * Returns a client that is not connected yet, and that does not reconnect. `onError` is called with
 * each error of a connection.
 */
export function createRedisClient(
  redisUrl: string,
  onError: (error: Error) => void = () => {},
): RedisClient {
  const address = parseRedisUrl(redisUrl);
  const client = creators[address.kind](address);
  // node-redis tells of some errors of sentinels twice, the first time as a text.
  const report = (error: unknown) => error instanceof Error && onError(error);
  return client.on('error', report).on('node-error', report);
}

// A cluster or sentinel client is kept in a variable: for "return createCluster(...)" the compiler
// compares every command of node-redis, which takes it three seconds.
const creators = {
  server: createServerClient,
  cluster: createClusterClient,
  sentinel: createSentinelClient,
};

function createServerClient(address: RedisAddress): RedisClientType {
  const [{ host, port } = { host: '', port: 0 }] = address.hosts;
  const { socket, ...options } = serverOptions(address);
  return createClientOfServer({
    ...options,
    ...databaseOf(address),
    commandOptions,
    socket: { ...socket, host, port },
  });
}

function createClusterClient(address: RedisAddress): RedisClusterType {
  const cluster = createCluster({
    rootNodes: address.hosts.map((socket) => ({ socket })),
    defaults: serverOptions(address),
    ...protocol,
    commandOptions,
  });
  return cluster;
}

function createSentinelClient(address: RedisAddress): RedisSentinelType {
  const options = serverOptions(address);
  const sentinel = createSentinel({
    name: address.masterName ?? '',
    sentinelRootNodes: [...address.hosts],
    nodeClientOptions: { ...options, ...databaseOf(address) },
    // They know no users of Redis. Those without a password accept any.
    sentinelClientOptions: { ...options, username: 'default' },
    ...protocol,
    commandOptions,
    maxCommandRediscovers: 1,
    passthroughClientErrorEvents: true,
  });
  return sentinel;
}

/** A server that is lost is not waited for. A frozen one is lost after three seconds. */
function serverOptions({ tls, username, password }: RedisAddress) {
  return {
    ...queueOptions,
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    // More often than the socket timeout: keeps an idle connection, drops a frozen one.
    pingInterval: 1000,
    socket: {
      connectTimeout,
      socketTimeout: 3000,
      reconnectStrategy: false as const,
      ...(tls && { tls }),
    },
  };
}

const databaseOf = ({ database }: RedisAddress) => (database === undefined ? {} : { database });

/** How long all servers may take to connect, in milliseconds. */
const longestConnectMs = 3000;

/** Connects; throws if that takes too long, and then disconnects. */
export async function connectInTime(client: RedisClient): Promise<void> {
  const connected = new AbortController();
  const tooLate = sleep(longestConnectMs, undefined, connected).then(() => {
    throw new ConnectionTimeoutError();
  });
  const connecting = client.connect();
  try {
    await Promise.race([connecting, tooLate]);
  } catch (error) {
    // Also after the last of its attempts, which may still be under way.
    disconnect(client);
    connecting.then(
      () => disconnect(client),
      () => {},
    );
    throw error;
  } finally {
    connected.abort();
  }
}

/** Disconnects, whatever state the client is in. */
export async function disconnect(client: RedisClient): Promise<void> {
  try {
    await client.destroy();
  } catch {
    // It was not connected.
  }
}
