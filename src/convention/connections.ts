// Opens connections to a server, directly or through the environment's proxy (HTTPS_PROXY,
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

/** Uses a proxy if `fetch` does, so that all requests of this process take the same route. */
export function openConnections(origin: string, options: Pool.Options): Dispatcher {
  return fetchUsesProxy() ? openThroughProxy(options) : new Pool(origin, options);
}

/**
 * Sends all further requests of this process through the environment's proxy: `fetch`, undici, and
 * every client that is created later.
 */
export function useProxyOfEnvironment(): void {
  setGlobalDispatcher(openThroughProxy());
}

/** With NODE_USE_ENV_PROXY=1, Node 24 installs its own class with the same name. */
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
 * Gives tunnel failures the same code as Node's own proxy support. Otherwise they would look like
 * failures of the server, and undici would retry a closed connection forever.
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
