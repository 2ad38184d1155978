// Checks the settings without the network. These checks are inexpensive, so they also run at every
// startup.
import { isLoopback } from '../login/login.ts';
import { parseRedisUrl } from '../redis/redis-url.ts';
import type { Config } from '../settings/config.ts';
import { isOldNode } from '../settings/node-version.ts';
import { ownAuthorityFindings } from './extra-ca-certs.ts';
import { type Finding, oneError, oneWarning } from './finding.ts';
import { outdatedFindings } from './past-dates.ts';

const shortestClientSecret = 16;

export function settingFindings(config: Config, nodeVersion: string, now: number): Finding[] {
  return [
    ...config.warnings.flatMap((warning) => oneWarning('Settings', warning)),
    ...outdatedFindings(config, now),
    ...nodeFindings(nodeVersion),
    ...sandboxFindings(config),
    ...outgoingProxyFindings(config),
    ...ownAuthorityFindings(config),
    ...pkceFindings(config),
    ...clientSecretFindings(config),
    ...redisUrlFindings(config),
  ];
}

function nodeFindings(version: string): Finding[] {
  if (isOldNode(version)) {
    return oneError('Node', {
      what: `Node ${version} is too old`,
      why: 'Lanyard is only tested with 20.19 and newer',
      fix: 'install Node 24, or use an image built from the Dockerfile',
    });
  }
  if (Number.parseInt(version, 10) % 2 === 0) return [];
  return oneWarning('Node', {
    what: `Node ${version} has no long-term support`,
    why: 'it gets security updates for only half a year',
    fix: 'install an even version: Node 24',
  });
}

/** A public site must not use the sandbox, where anybody can log in without a password. */
function sandboxFindings({ publicUrl, oauth }: Config): Finding[] {
  const login = oauth.endpoints?.authorization ?? new URL(oauth.issuer);
  // Tests use names under .test, which no visitor can reach (RFC 6761 6.2).
  const isPublic = !isLoopback(publicUrl) && !publicUrl.hostname.endsWith('.test');
  if (!isPublic || !isLoopback(login)) return [];
  return oneError('Settings', {
    what: `PUBLIC_URL is public, but logins go to this computer (${login.origin}), as with the sandbox`,
    why: 'visitors cannot reach it, and the sandbox asks for no password',
    fix: 'set CONVENTION_URL to the URL of the platform, and correct OAUTH_AUTHORIZATION_URL and OAUTH_ISSUER if they are set',
  });
}

function outgoingProxyFindings({ unusedProxy }: Config): Finding[] {
  if (!unusedProxy) return [];
  return oneWarning('Settings', {
    what: `${unusedProxy} is set but ignored`,
    why: 'Lanyard connects to the platform directly',
    fix: `to use a proxy, set HTTPS_PROXY and NODE_USE_ENV_PROXY=1. Otherwise, allow connections to the platform in the firewall, and remove ${unusedProxy}`,
  });
}

function pkceFindings({ oauth }: Config): Finding[] {
  if (oauth.pkce) return [];
  return oneWarning('Settings', {
    what: 'OAUTH_PKCE is off',
    why: 'a stolen code is useless only because of state and OAUTH_CLIENT_SECRET (RFC 9700 2.1.1)',
    fix: 'keep it off while the platform rejects logins with PKCE, and keep OAUTH_CLIENT_SECRET secret. Otherwise, remove it',
  });
}

function clientSecretFindings({ oauth, api }: Config): Finding[] {
  if (isLoopback(api.baseUrl) || oauth.clientSecret.length >= shortestClientSecret) return [];
  return oneWarning('Keys', {
    what: `OAUTH_CLIENT_SECRET has fewer than ${shortestClientSecret} characters`,
    why: 'anybody who guesses it can pose as this site',
    fix: 'ask the platform for a longer one',
  });
}

function redisUrlFindings({ redisUrl = 'redis://localhost' }: Config): Finding[] {
  const { hosts, tls, password } = parseRedisUrl(redisUrl);
  const farHosts = hosts.filter(({ host }) => !isLoopback(new URL(`http://${urlHost(host)}`)));
  if (farHosts.length === 0 || tls) return [];
  const noPassword = oneWarning('Redis', {
    what: 'REDIS_URL names another computer without a password',
    why: 'anybody who reaches that Redis can log everybody out',
    fix: 'give Redis a user with a password (ACL), and set both in REDIS_URL',
  });
  const noTls = oneWarning('Redis', {
    what: 'REDIS_URL names another computer without TLS',
    why: 'others on the network can read the password of Redis',
    fix: 'use rediss://, unless the network in between is private',
  });
  return [
    ...(password === undefined ? noPassword : []),
    ...(farHosts.some(({ host }) => host.includes('.')) ? noTls : []),
  ];
}

const urlHost = (host: string) => (host.includes(':') ? `[${host}]` : host);
