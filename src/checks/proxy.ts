// Listens on PORT in place of the app, and requests PUBLIC_URL to check that the request arrives
// through the proxy and that TRUST_PROXY is correct.
import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import express, { type Request } from 'express';
import type { Config } from '../settings/config.ts';
import { hostAndPort, localUrlOf } from '../settings/listen-address.ts';
import { fromOutside } from '../text.ts';
import { type Check, type Finding, oneError, oneWarning, type Site } from './finding.ts';
import { codeOf, send } from './http.ts';

interface Arrival {
  readonly ip: string | undefined;
  readonly protocol: string;
  readonly host: string;
  readonly forwardedFor: readonly string[];
}

export const checkProxy: Check = async (site) => {
  const path = `/doctor-${randomBytes(16).toString('hex')}`;
  const arrivals: Arrival[] = [];
  const server = await listenAs(site.config, path, (arrival) => arrivals.push(arrival));
  if (typeof server === 'string') return cannotListen(server, site);
  try {
    const url = new URL(path, site.config.publicUrl);
    const { status } = await send(url, site);
    const [arrival] = arrivals;
    return arrival ? arrivalFindings(arrival, site.config) : [otherServer(status)];
  } catch (error) {
    return [unreachable(error)];
  } finally {
    server.close();
    server.closeAllConnections();
  }
};

/** Listens on the app's HOST and PORT. Resolves to the error code if that fails. */
function listenAs(
  { listen, trustProxy }: Config,
  path: string,
  onArrival: (arrival: Arrival) => void,
): Promise<Server | string> {
  const app = express();
  app.disable('x-powered-by');
  if (trustProxy !== undefined) app.set('trust proxy', trustProxy);
  app.get(path, (req, res) => {
    onArrival(arrivalOf(req));
    res.set('Cache-Control', 'no-store').json({});
  });
  app.use((_req, res) => void res.status(503).type('text').send('Lanyard is being checked'));
  return new Promise((resolve) => {
    const server = app.listen(listen.port, listen.host);
    server.once('listening', () => resolve(server));
    server.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code ?? 'unknown'));
  });
}

function arrivalOf(req: Request): Arrival {
  const forwardedFor = (req.get('x-forwarded-for') ?? '').split(/,\s*/).filter(Boolean);
  return { ip: req.ip, protocol: req.protocol, host: req.hostname, forwardedFor };
}

function arrivalFindings(arrival: Arrival, { publicUrl, trustProxy }: Config): Finding[] {
  const findings: Finding[] = [];
  const { protocol, host } = arrival;
  if (`${protocol}:` !== publicUrl.protocol) {
    findings.push(
      ...oneError('Proxy', {
        what: `PUBLIC_URL is ${publicUrl.protocol}//, but requests arrive as ${fromOutside(protocol, 'code') ?? 'another scheme'}`,
        why: 'the login stops with a 500 page, because its cookies are for https',
        fix: 'let the proxy set X-Forwarded-Proto (nginx: proxy_set_header X-Forwarded-Proto $scheme)',
      }),
    );
  }
  if (host.toLowerCase() !== publicUrl.hostname) {
    findings.push(
      ...oneError('Proxy', {
        what: 'the proxy replaces the host',
        why: 'every page redirects to PUBLIC_URL in a loop',
        fix: 'let the proxy pass on Host (nginx: proxy_set_header Host $host), or set X-Forwarded-Host',
      }),
    );
  }
  findings.push(...visitorFindings(arrival, trustProxy));
  if (findings.length > 0) return findings;
  return [{ level: 'ok', about: 'Proxy', what: 'a request to PUBLIC_URL arrives correctly' }];
}

/** Each proxy adds one IP address to X-Forwarded-For. */
function visitorFindings(
  { ip, forwardedFor }: Arrival,
  trustProxy: Config['trustProxy'],
): Finding[] {
  if (trustProxy === undefined) return [];
  const proxies = forwardedFor.length;
  if (proxies === 0)
    return oneWarning('Proxy', {
      what: 'requests arrive without X-Forwarded-For',
      why: 'all visitors share one rate limit, or can forge their IP address',
      fix: 'let the proxy set it (nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for)',
    });
  const error = { level: 'error', about: 'Proxy', fix: `TRUST_PROXY=${proxies}` } as const;
  if (Number(trustProxy) > proxies)
    return [
      {
        ...error,
        what: 'TRUST_PROXY trusts more proxies than there are',
        why: 'visitors can forge their IP address and bypass the rate limit',
      },
    ];
  if (ip === forwardedFor[0]) return [];
  return [
    {
      ...error,
      what: 'TRUST_PROXY trusts fewer proxies than there are',
      why: 'all visitors have the IP address of a proxy and share one rate limit',
    },
  ];
}

const otherServer = (status: number): Finding => ({
  level: 'error',
  about: 'Proxy',
  what: `another server responds at PUBLIC_URL (${status})`,
  why: 'visitors do not reach Lanyard',
  fix: 'point the proxy to HOST and PORT. In a container, publish PORT first',
});

function unreachable(error: unknown): Finding {
  const isOfOutgoingProxy = Object(error).code === 'ERR_PROXY_TUNNEL';
  const through = isOfOutgoingProxy ? ' through the proxy in HTTPS_PROXY' : '';
  return {
    level: 'warning',
    about: 'Proxy',
    what: `PUBLIC_URL cannot be reached from this computer${through} (${codeOf(error)})`,
    why: 'the proxy was not checked, and visitors may not reach it either',
    fix: isOfOutgoingProxy
      ? 'add the host of PUBLIC_URL to NO_PROXY'
      : 'open it in a browser on another computer; check DNS, firewall and certificate of the proxy',
  };
}

/**
 * Explains why the doctor cannot listen. If the site is already running on the port, checks only
 * its login.
 */
async function cannotListen(code: string, site: Site): Promise<Finding[]> {
  const { port } = site.config.listen;
  if (code === 'EADDRINUSE' && (await isLanyardAt(site))) return checkRunningApp(site);
  const isTaken = code === 'EADDRINUSE';
  return oneError('Proxy', {
    what: isTaken
      ? `PORT ${port} is taken by another program`
      : `cannot listen on ${hostAndPort(site.config.listen)} (${code})`,
    why: 'Lanyard does not start',
    fix: isTaken
      ? `set another PORT, or stop that program: ss -ltnp "sport = :${port}" names it`
      : 'HOST must be an IP address of this computer, and PORT at least 1024 unless root starts it',
  });
}

async function isLanyardAt(site: Site): Promise<boolean> {
  const url = new URL('/healthz', localUrlOf(site.config.listen));
  const response = await send(url, site, { isDirect: true }).catch(() => undefined);
  return Object(response?.json).status === 'ok';
}

async function checkRunningApp(site: Site): Promise<Finding[]> {
  const { publicUrl } = site.config;
  try {
    const { status, header } = await send(new URL('/login', publicUrl), site);
    const location = header('location') ?? '';
    if (status === 303 && new URL(location, publicUrl).origin !== publicUrl.origin) {
      const what =
        'the site is running, and a login redirects to the platform (stop the site to also check TRUST_PROXY)';
      return [{ level: 'ok', about: 'Proxy', what }];
    }
    return oneError('Proxy', {
      what: `the login at PUBLIC_URL returns ${status}`,
      why: 'nobody can log in',
      fix: 'read `fix` in the log, and check that this site runs there',
    });
  } catch (error) {
    return [unreachable(error)];
  }
}
