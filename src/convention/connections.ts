// Opens connections to a server, directly or through the proxy set in the environment (HTTPS_PROXY,
// HTTP_PROXY, NO_PROXY).
import {
  type Dispatcher,
  EnvHttpProxyAgent,
  getGlobalDispatcher,
  Pool,
  setGlobalDispatcher,
} from 'undici';

/** How long the proxy may take to open a tunnel, and the server behind it to start TLS. */
const longestTunnelMs = 4000;

/** Uses a proxy if `fetch` does, so that all requests from this process take the same route. */
export function openConnections(origin: string, options: Pool.Options): Dispatcher {
  return fetchUsesProxy() ? openThroughProxy(options) : new Pool(origin, options);
}

/**
 * From now on, routes this process's requests through the environment's proxy: those from `fetch`,
 * from undici, and from every client that is created later.
 */
export function useProxyOfEnvironment(): void {
  setGlobalDispatcher(openThroughProxy());
}

/**
 * With NODE_USE_ENV_PROXY=1, Node 24 uses its own EnvHttpProxyAgent class, so `instanceof` is not
 * enough.
 */
function fetchUsesProxy(): boolean {
  const dispatcher = getGlobalDispatcher();
  const { name } = dispatcher.constructor;
  return dispatcher instanceof EnvHttpProxyAgent || name === 'EnvHttpProxyAgent';
}

function openThroughProxy(options: Pool.Options = {}): EnvHttpProxyAgent {
  const timeout = longestTunnelMs;
  return new EnvHttpProxyAgent({
    ...options,
    proxyTls: { timeout },
    requestTls: { timeout },
    clientFactory: (proxy, client) =>
      namingProxy(new Pool(proxy, { ...client, headersTimeout: timeout })),
  });
}

/**
 * Gives tunnel failures the same code as Node's own proxy support does. Otherwise they would look
 * like server failures, and undici would retry a closed connection forever.
 */
function namingProxy(proxy: Pool): Pool {
  const connect = proxy.connect.bind(proxy);
  const open = async (options: Dispatcher.ConnectOptions) => {
    const tunnel = await connect(options).catch((cause) => {
      throw tunnelError({ cause });
    });
    const { statusCode, socket } = tunnel;
    if (statusCode === 200) return tunnel;
    socket.on('error', () => {}).destroy();
    throw tunnelError({ answered: statusCode });
  };
  return Object.assign(proxy, { connect: open });
}

/** `answered`: the status of the proxy's response. `cause`: why there was no response. */
function tunnelError({ cause, answered }: { cause?: unknown; answered?: number }): Error {
  const error = new Error('the proxy opened no tunnel', { cause });
  return Object.assign(error, { code: 'ERR_PROXY_TUNNEL', answered });
}
