// The causes of failures, each with its fix: one table for the log, the doctor, the metrics and the
// operator's guide. The function that throws an error sets the error's `code`.

export interface Cause {
  /** Never changes, because operators' alerts and log searches rely on it. */
  readonly code: string;
  readonly cause: string;
  readonly fix: string;
}

type Row = readonly [cause: string, fix: string];

/** The rows for a server's certificate. `its` completes "the certificate of …". */
function certificateRows(code: string, its: string): Readonly<Record<string, Row>> {
  const ownAuthority =
    'For your own authority, set NODE_EXTRA_CA_CERTS=/etc/ssl/our-ca.pem in the unit or compose.yaml: Node does not read it from .env';
  return {
    [`${code}-certificate`]: [
      `the certificate of ${its} is not trusted`,
      `err contains OpenSSL's code. ${ownAuthority}.`,
    ],
    [`${code}-certificate-chain`]: [
      `the certificate of ${its} lacks its intermediate certificate, or is from an unknown authority`,
      `Make the server send the whole chain (fullchain.pem). ${ownAuthority}.`,
    ],
    [`${code}-certificate-authority`]: [
      `the certificate of ${its} is from an authority that this computer does not trust`,
      `${ownAuthority}. In a company network, a proxy may replace certificates.`,
    ],
    [`${code}-certificate-self-signed`]: [
      `the certificate of ${its} is self-signed`,
      'Give the server a certificate from an authority, or set NODE_EXTRA_CA_CERTS (in the unit or compose.yaml, not in .env) to the file with its certificate.',
    ],
    [`${code}-certificate-time`]: [
      `the certificate of ${its} has expired, or is not valid yet`,
      "Renew it, and check that the server sends the new one. Check this computer's clock (timedatectl).",
    ],
    [`${code}-certificate-name`]: [
      `the certificate of ${its} is for a different name`,
      'In the settings, use a name that is in the certificate, or get a certificate for this name. The doctor prints the names in the certificate.',
    ],
  };
}

/** Cause and fix, by code. */
const table: Readonly<Record<string, Row>> = {
  'redis-full': [
    'Redis is full',
    'Logins fail, but sessions still work. Find the large keys (redis-cli --bigkeys), then raise maxmemory. Keep noeviction.',
  ],
  'redis-login': [
    'Redis rejects the user name or password in REDIS_URL',
    "Compare REDIS_URL with Redis's users (ACL LIST), correct one of the two, then restart all instances.",
  ],
  'redis-acl': [
    'Redis denies the user in REDIS_URL a command or a key',
    'Run node dist/doctor.js, which shows the missing permission. Give it to the user (ACL SETUSER).',
  ],
  'redis-replica': [
    'Redis is a replica and accepts no writes',
    'Point REDIS_URL to the new master, or to sentinels. For a cluster, name several nodes.',
  ],
  'redis-protected': [
    'Redis is in protected mode and accepts only local connections',
    'Redis runs on another computer and has no password. Give it a user with a password (deploy/users.acl), and set both in REDIS_URL.',
  ],
  'redis-connections': [
    'Redis has reached its connection limit',
    'Lanyard holds one connection for each instance. Find the others (redis-cli CLIENT LIST), or raise the limit: CONFIG SET maxclients 10000.',
  ],
  'redis-disk': [
    'Redis cannot save to disk and accepts no writes',
    "Free space on Redis's disk. Until then: CONFIG SET stop-writes-on-bgsave-error no.",
  ],
  'redis-too-few-replicas': [
    'Redis has too few replicas and accepts no writes',
    'Restart the replicas, or CONFIG SET min-replicas-to-write 0.',
  ],
  'redis-not-ready': [
    'Redis is running but not ready',
    "Redis is loading its data, or a script blocks it. Wait a minute, then read Redis's log.",
  ],
  'redis-master-name': [
    'the sentinels do not know the master in REDIS_URL',
    'Compare the name at the end of REDIS_URL with "sentinel monitor" in sentinel.conf.',
  ],
  'redis-database': [
    'Redis has no database with the number in REDIS_URL',
    'Correct the number after the last slash: usually 0 to 15, and only 0 in a cluster.',
  ],
  'redis-command': [
    'Redis rejects a command',
    'Run node dist/doctor.js. Redis may be older than version 6.',
  ],
  'redis-timeout': [
    'Redis does not respond in time',
    'Redis hangs, swaps or is far away. Check redis-cli --latency, and the load on its computer.',
  ],
  'redis-wants-tls': ['Redis accepts only TLS connections', 'Begin REDIS_URL with rediss://.'],
  'redis-no-tls': [
    'Redis does not use TLS on the port in REDIS_URL',
    "Use Redis's TLS port (tls-port). In a private network, redis:// is enough.",
  ],
  'redis-wants-certificate': [
    'Redis requires a client certificate',
    "Lanyard supports only a password: set tls-auth-clients no in Redis's configuration.",
  ],
  ...certificateRows('redis', 'Redis'),
  'redis-away': [
    'Redis cannot be reached',
    'Start Redis, or open the firewall. A full disk stops Redis: free space first. Lanyard reconnects on its own.',
  ],
  'keys-encryption': [
    'two running instances have different ENCRYPTION_KEYS',
    'Every other login fails. Give all instances the same keys, then restart them one at a time.',
  ],
  'keys-session': [
    'two running instances have different SESSION_SECRETS',
    'Every other page logs people out. Give all instances the same secrets, then restart them one at a time.',
  ],
  'platform-credential': [
    'the platform rejects the service credential',
    'Logins work, but badge, volunteering and dealer pages fail. Compare SERVICE_CLIENT_ID, SERVICE_CLIENT_SECRET and SERVICE_SCOPES with the platform.',
  ],
  'platform-dealer-search': [
    'the dealer search returns records that are not dealers',
    'Dealers see an error page, and nothing from these records is stored. Ask the platform for the path of its dealer search, and set DEALER_SEARCH_PATH.',
  ],
  'platform-client': [
    'the platform rejects OAUTH_CLIENT_ID or OAUTH_CLIENT_SECRET',
    'Nobody can log in. Ask the platform whether the secret was renewed, or try OAUTH_CLIENT_AUTH=basic.',
  ],
  'platform-scope': [
    'the platform rejects one of OAUTH_SCOPES',
    'If nobody can log in, ask the platform which scopes are approved, and list only these in OAUTH_SCOPES. If some people can, the others do not have one of these scopes: remove it.',
  ],
  'platform-request': [
    'the platform rejects the login as a whole, perhaps because of a parameter that it does not know',
    'Run node dist/doctor.js: it tries without PKCE (OAUTH_PKCE) and without individual scopes. If some people can log in, the others do not have one of OAUTH_SCOPES: remove it.',
  ],
  'platform-redirect-uri': [
    'the platform expects a different redirect URI',
    'Nobody can log in. Register exactly the redirectUri from the log line "Lanyard is up". Run node dist/doctor.js to check it.',
  ],
  'platform-form-post': [
    'the platform returns from the login with a form instead of a redirect',
    'Ignore isolated cases. If nobody can log in, ask the platform to return with response_mode=query: browsers do not send the session cookie with its form.',
  ],
  'platform-name': [
    "the platform's issuer name differs from OAUTH_ISSUER",
    'Nobody can log in. Run node dist/doctor.js: it shows the name. Ask the platform whether it changed, then set OAUTH_ISSUER.',
  ],
  'platform-id-token': [
    "the platform's id_token is invalid",
    "Tell the platform's operators, with invalid from err: their clock is wrong, or they sign with different keys.",
  ],
  'login-code': [
    "a login's code was used twice or arrived too late",
    "Ignore isolated cases. If every login fails, compare the platform's clock, and check that no other site uses this client.",
  ],
  'login-refused': [
    'the platform did not log an attendee in, for a reason of its own',
    "The page shows the attendee the platform's code. Ask them for it, and look it up in the platform's documentation.",
  ],
  'login-not-shared': ['the attendee did not agree, or could not be asked', 'No action needed.'],
  'platform-no-tls': [
    'the platform does not use TLS at CONVENTION_URL',
    'Correct the port in CONVENTION_URL, or find out what responds there without TLS.',
  ],
  ...certificateRows('platform', 'the platform'),
  'platform-proxy': [
    'the proxy for outgoing connections does not connect to the platform',
    "407 or 401: correct the user and password in HTTPS_PROXY. 403: make the proxy allow the platform's host. 502 to 504: the proxy does not reach the platform. Otherwise, the proxy in HTTPS_PROXY is down.",
  ],
  'platform-slow-down': [
    'the platform asks this site to slow down',
    'Pages recover on their own. Ask the platform for a higher rate limit.',
  ],
  'platform-queue': [
    'too many calls to the platform are queued',
    'The platform is slow, and the pages say so. Nothing can be done on this site.',
  ],
  'platform-timeout': [
    'the platform does not respond in time',
    'The platform is slow or down. Tell its operators, with operation and time.',
  ],
  'platform-away': [
    'the platform cannot be reached',
    "The platform is down, or this server's network or DNS fails: err contains the code.",
  ],
  'platform-error': [
    'the platform reports an internal error',
    "Wait: nothing is wrong on this site. If it does not stop, tell the platform's operators, with operation, answered and time.",
  ],
  'platform-refuses': [
    'the platform, or a firewall in front of it, rejects this site',
    "401: the platform rejects the token. 403: a scope is missing, or a bot filter blocks this server. Ask the platform's operators to allow this server's IP address.",
  ],
  'platform-web-page': [
    'a web page responded instead of the platform',
    "Open CONVENTION_URL from this server (curl -i): it is the URL of a website, or a network's login page is in the way. location in err shows where it leads.",
  ],
  'platform-answer': [
    'a response from the platform does not match docs/interface.md',
    'Check CONVENTION_URL. If it is right, the platform has changed: report it, with operation.',
  ],
  'proxy-https': [
    'the proxy does not report that visitors use https',
    'Make the proxy set X-Forwarded-Proto, and set TRUST_PROXY.',
  ],
  'proxy-cookies': [
    "a proxy joins a request's cookies with commas",
    'Make the proxy join several Cookie headers with "; " (RFC 9113 8.2.3), or update it. Lanyard does not split at commas, because another site on your domain could then forge its cookies.',
  ],
  'browser-cookies': [
    "the browser does not keep this site's cookies",
    'Ignore individual visitors. If it affects everybody, set PUBLIC_URL to the URL that they open.',
  ],
  'login-again': [
    'a callback arrived twice, too late, or from a different browser',
    'Ignore isolated cases. If it affects everybody, give all instances the same ENCRYPTION_KEYS.',
  ],
  'form-refused': [
    'a form was not sent from a page of this site',
    'Ignore individual visitors. If it affects everybody, the proxy changes Origin or Sec-Fetch-Site, or PUBLIC_URL is not the URL that they open.',
  ],
  limit: [
    'a rate limit was reached',
    'If the field network is your proxy, correct TRUST_PROXY. For a larger venue, start another instance (docs/operate/load.md).',
  ],
  'not-found': [
    'no page exists at this URL',
    'No action needed. If there are many, a link on your website is wrong, or somebody is scanning.',
  ],
  defect: [
    'a defect in Lanyard',
    'Report it with the whole line, which contains nothing personal.',
  ],
};

/**
 * Maps problems on the error page to the code of their cause, for errors without a known `code`.
 */
const codesOfProblems: Readonly<Record<string, string>> = {
  'login-unavailable': 'platform-answer',
  'not-shared': 'login-not-shared',
  'login-refused': 'login-refused',
  'set-trust-proxy': 'proxy-https',
  'cookies-blocked': 'browser-cookies',
  'login-loop': 'browser-cookies',
  'login-again': 'login-again',
  'unchecked-request': 'form-refused',
  'too-often': 'limit',
  'not-found': 'not-found',
  internal: 'defect',
};

const longestChain = 6;

export const knownCauses: readonly Cause[] = Object.entries(table).map(([code, [cause, fix]]) => ({
  cause,
  code,
  fix,
}));

export function causeWithCode(code: unknown): Cause | undefined {
  return knownCauses.find((known) => known.code === code);
}

/**
 * Finds the cause by the first known `code` in the error's chain of causes, or otherwise by the
 * error's `problem`. The `problem` argument is for errors without that property.
 */
export function causeOf(error: unknown, problem?: string): Cause | undefined {
  const chain: object[] = [];
  for (let next = error; next instanceof Error && chain.length < longestChain; next = next.cause)
    chain.push(next);
  const [found] = chain.flatMap(({ code }: { code?: unknown }) => causeWithCode(code) ?? []);
  const { problem: ownProblem = problem } = Object(error);
  return found ?? causeWithCode(codesOfProblems[ownProblem ?? '']);
}
