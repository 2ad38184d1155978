// Creates node-redis clients for a server, a cluster or sentinels.
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
import { parseRedisUrl, type RedisUrl } from './redis-url.ts';

export type RedisClient = RedisClientType | RedisClusterType | RedisSentinelType;

export const queueOptions = { disableOfflineQueue: true, commandsQueueMaxLength: 1000 };
/**
 * Disables node-redis's command timeout, which would create an abort signal for each command. The
 * key store has its own timeout.
 */
export const commandOptions = { timeout: 0 };
export const connectTimeout = 800;
/**
 * RESP 2 works with every server and proxy. The cast keeps the types of RESP 3, node-redis's
 * default, because the replies to our commands are the same in both.
 */
const protocol = { RESP: 2 as number as 3 };

type ConnectionOptions = Omit<RedisClientOptions, 'modules' | 'functions' | 'scripts'>;
let firstClient: RedisClientType | undefined;

/**
 * Returns an unconnected client for one server. Every client is a duplicate of the first one,
 * because node-redis takes 40 ms to build a new client class.
 */
export function createClientOfServer(options: ConnectionOptions): RedisClientType {
  firstClient ??= createClient(protocol);
  return firstClient.duplicate({ ...protocol, ...options });
}

/**
 * Returns an unconnected client that never reconnects. `onError` receives each error from its
 * connections.
 */
export function createRedisClient(
  redisUrl: string,
  onError: (error: Error) => void = () => {},
): RedisClient {
  const parsed = parseRedisUrl(redisUrl);
  const client = creators[parsed.kind](parsed);
  // node-redis reports some sentinel errors twice, and the first report is a string.
  const report = (error: unknown) => error instanceof Error && onError(error);
  return client.on('error', report).on('node-error', report);
}

const creators = {
  server: createServerClient,
  cluster: createClusterClient,
  sentinel: createSentinelClient,
};

function createServerClient(parsed: RedisUrl): RedisClientType {
  const [{ host, port } = { host: '', port: 0 }] = parsed.hosts;
  const { socket, ...options } = serverOptions(parsed);
  return createClientOfServer({
    ...options,
    ...databaseOf(parsed),
    commandOptions,
    socket: { ...socket, host, port },
  });
}

function createClusterClient(parsed: RedisUrl): RedisClusterType {
  // `return createCluster(…)` would make TypeScript compare every Redis command, which takes three
  // seconds. The variable avoids this.
  const cluster = createCluster({
    rootNodes: parsed.hosts.map((socket) => ({ socket })),
    defaults: serverOptions(parsed),
    ...protocol,
    commandOptions,
  });
  return cluster;
}

function createSentinelClient(parsed: RedisUrl): RedisSentinelType {
  const options = serverOptions(parsed);
  // As in createClusterClient, the variable avoids a slow type comparison.
  const sentinel = createSentinel({
    name: parsed.masterName ?? '',
    sentinelRootNodes: [...parsed.hosts],
    nodeClientOptions: { ...options, ...databaseOf(parsed) },
    // Sentinels do not know Redis's users. A sentinel without a password accepts any password for
    // the user `default`.
    sentinelClientOptions: { ...options, username: 'default' },
    ...protocol,
    commandOptions,
    maxCommandRediscovers: 1,
    passthroughClientErrorEvents: true,
  });
  return sentinel;
}

/**
 * The client never reconnects, because connectGroup replaces it with a new one. A server that does
 * not respond for three seconds counts as lost.
 */
function serverOptions({ tls, username, password }: RedisUrl) {
  return {
    ...queueOptions,
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    // Must be less than the socket timeout. Pings keep idle connections open and detect frozen
    // servers.
    pingInterval: 1000,
    socket: {
      connectTimeout,
      socketTimeout: 3000,
      reconnectStrategy: false as const,
      ...(tls && { tls }),
    },
  };
}

const databaseOf = ({ database }: RedisUrl) => (database === undefined ? {} : { database });

const longestConnectMs = 3000;

/** Rejects and disconnects unless all servers are connected within three seconds. */
export async function connectInTime(client: RedisClient): Promise<void> {
  const connected = new AbortController();
  const tooLate = sleep(longestConnectMs, undefined, connected).then(() => {
    throw new ConnectionTimeoutError();
  });
  const connecting = client.connect();
  try {
    await Promise.race([connecting, tooLate]);
  } catch (error) {
    // `connect` may still be running, so the client is disconnected again when it completes.
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

/** Disconnects a client in any state. Never rejects. */
export async function disconnect(client: RedisClient): Promise<void> {
  try {
    await client.destroy();
  } catch {
    // `destroy` throws if the client was not connected.
  }
}
