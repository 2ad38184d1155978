// Why something failed, and what to do: one table for the log, the doctor, the metrics and
// docs/operate.md. An error carries its code from where it is created.

export interface Cause {
  /** Never changes: alerts and searches may rely on it. */
  readonly code: string;
  readonly cause: string;
  readonly fix: string;
}

/** By code, in the order of docs/operate.md, which repeats each row. */
const table: Readonly<Record<string, readonly [cause: string, fix: string]>> = {
  'redis-full': [
    'Redis is full',
    'Logins fail, sessions stay. See what fills it (redis-cli --bigkeys), then raise maxmemory. Keep noeviction.',
  ],
  'redis-login': [
    'Redis refuses the user name or the password of REDIS_URL',
    'One of the two was changed. Compare REDIS_URL with the users of Redis (ACL LIST), then restart.',
  ],
  'redis-acl': [
    'Redis does not permit the user of REDIS_URL a command or a key',
    'Run node dist/doctor.js: it names what is missing. Then add it to the user (ACL SETUSER).',
  ],
  'redis-replica': [
    'Redis is a replica, which takes no writes',
    'After a failover, REDIS_URL must lead to the new master, or to sentinels. Of a cluster, name several nodes.',
  ],
  'redis-protected': [
    'Redis is in protected mode, so it accepts its own computer only',
    'It runs on another computer and has no password. Give it a user with a password (deploy/users.acl), and put both into REDIS_URL.',
  ],
  'redis-connections': [
    'Redis has as many connections as it permits',
    'Lanyard holds one for each instance. See who holds the others (redis-cli CLIENT LIST), or raise the limit: CONFIG SET maxclients 10000.',
  ],
  'redis-disk': [
    'Redis cannot save to its disk, so it takes no writes',
    'Free its disk. Until then: CONFIG SET stop-writes-on-bgsave-error no.',
  ],
  'redis-too-few-replicas': [
    'Redis has too few replicas, so it takes no writes',
    'Bring the replicas back, or CONFIG SET min-replicas-to-write 0.',
  ],
  'redis-not-ready': [
    'Redis is there, but not ready',
    'It loads its data, or a script blocks it. Wait a minute, then read its own log.',
  ],
  'redis-master-name': [
    'the sentinels do not know the master of REDIS_URL',
    'Compare the name at the end of REDIS_URL with "sentinel monitor" in the configuration of the sentinels.',
  ],
  'redis-database': [
    'Redis has no database with the number in REDIS_URL',
    'The number stands at the end, behind the slash: usually 0 to 15, and only 0 in a cluster.',
  ],
  'redis-command': [
    'Redis refuses a command',
    'Run node dist/doctor.js. It may be an old version of Redis.',
  ],
  'redis-timeout': [
    'Redis does not answer in time',
    'It is frozen, swaps, or is far away: redis-cli --latency, and the load of its computer.',
  ],
  'redis-wants-tls': ['Redis takes connections with TLS only', 'Begin REDIS_URL with rediss://.'],
  'redis-no-tls': [
    'Redis has no TLS at the port in REDIS_URL',
    'Another port may have it (tls-port of Redis). In a private network redis:// will do.',
  ],
  'redis-wants-certificate': [
    'Redis wants a certificate from this site',
    'Lanyard has only a password: set tls-auth-clients no in the configuration of Redis.',
  ],
  'redis-certificate': [
    'the certificate of Redis is not trusted',
    'It has expired or belongs to another name: err has the code. For a certificate authority of your own, set NODE_EXTRA_CA_CERTS.',
  ],
  'redis-away': [
    'Redis cannot be reached',
    'It is down, or a firewall is in between. Start it: Lanyard finds it by itself.',
  ],
  'keys-encryption': [
    'two running instances have different ENCRYPTION_KEYS',
    'Every second login fails. Give all instances the same keys, then restart them one after the other.',
  ],
  'keys-session': [
    'two running instances have different SESSION_SECRETS',
    'Every second page logs people out. Give all instances the same secrets, then restart them one after the other.',
  ],
  'platform-credential': [
    'the service credential was refused',
    'Logins work; badge, volunteering and dealer pages fail. Compare SERVICE_CLIENT_ID, SERVICE_CLIENT_SECRET and SERVICE_SCOPES with the platform.',
  ],
  'platform-client': [
    'the platform refuses OAUTH_CLIENT_ID or OAUTH_CLIENT_SECRET',
    'Nobody can log in. Ask the platform whether the secret was renewed, or try OAUTH_CLIENT_AUTH=basic.',
  ],
  'platform-scope': [
    'the platform refuses one of OAUTH_SCOPES',
    'Nobody can log in. Ask the platform which scopes are approved, and name only these.',
  ],
  'platform-name': [
    'the platform has a different name than OAUTH_ISSUER',
    'Nobody can log in. node dist/doctor.js shows the name: set OAUTH_ISSUER to it. If it changed without notice, ask the platform first.',
  ],
  'platform-id-token': [
    'the id_token of the platform is not valid',
    'err names the part (invalid). Its clock is off by five minutes, or it has other keys: tell the people of the platform.',
  ],
  'login-code': [
    'the code of a login was used before, or came too late',
    'Now and then: nothing. For everybody: compare the clock of the platform, or two sites share one client.',
  ],
  'login-not-shared': ['the attendee did not agree, or could not be asked', 'Nothing.'],
  'platform-no-tls': [
    'the platform has no TLS at the address in CONVENTION_URL',
    'The port is wrong, or something in between answers without TLS.',
  ],
  'platform-certificate': [
    'the certificate of the platform is not trusted',
    'It has expired or belongs to another name: err has the code. For a certificate authority of your own, set NODE_EXTRA_CA_CERTS.',
  ],
  'platform-slow-down': [
    'the platform asks this site to slow down',
    'Pages come back by themselves. Ask the platform for a higher limit.',
  ],
  'platform-queue': [
    'too many calls to the platform wait for their turn',
    'The platform is slow: nothing here helps. The pages say so.',
  ],
  'platform-timeout': [
    'the platform does not answer in time',
    'It is slow or away. Tell its people, with operation and time.',
  ],
  'platform-away': [
    'the platform cannot be reached',
    'It is down, or the network or the DNS of this server fails: err has the code.',
  ],
  'platform-error': [
    'the platform has an error of its own',
    'Wait, nothing here is wrong. If it lasts, tell its people, with operation, answered and time.',
  ],
  'platform-refuses': [
    'the platform, or a shield in front of it, refuses this site',
    '401: it does not accept the token. 403: a scope is missing, or a bot filter blocks this server. Ask its people to let the address of this server pass.',
  ],
  'platform-web-page': [
    'a web page answered, not the platform',
    'Something in between wants a login or a confirmation, such as the network of a hotel: location says where. Open CONVENTION_URL from this server (curl -i). Or CONVENTION_URL is that of a website.',
  ],
  'platform-answer': [
    'the platform answers otherwise than docs/interface.md says',
    'Check CONVENTION_URL. If it is right, the platform was changed: report it, with operation.',
  ],
  'proxy-https': [
    'the proxy does not say that visitors use https',
    'Let the proxy set X-Forwarded-Proto, and set TRUST_PROXY.',
  ],
  'browser-cookies': [
    'the browser keeps no cookies of this site',
    'One visitor: nothing. Everybody: PUBLIC_URL must be the address that they open.',
  ],
  'login-again': [
    'a login came back twice, too late, or to another browser',
    'Now and then: nothing. Everybody: all instances must have the same ENCRYPTION_KEYS.',
  ],
  'form-refused': [
    'a form was not sent by a page of this site',
    'One visitor: nothing. Everybody: the proxy changes Origin or Sec-Fetch-Site, or PUBLIC_URL is not the address that they open.',
  ],
  limit: ['a limit was reached', 'See "Limits" in docs/operate.md.'],
  'not-found': [
    'no page has this address, which is not logged',
    'Nothing. Many at once: a wrong link on your website, or somebody is scanning.',
  ],
  defect: ['a defect of Lanyard', 'Report it with the whole line: it holds nothing personal.'],
};

/** The codes of problems that say enough, because their errors have no code of their own. */
const codesOfProblems: Readonly<Record<string, string>> = {
  'login-unavailable': 'platform-answer',
  'not-shared': 'login-not-shared',
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

/** Returns the cause with this code; undefined if there is none. */
export function causeWithCode(code: unknown): Cause | undefined {
  return knownCauses.find((known) => known.code === code);
}

/**
 * Returns the cause of an error: the first known code of the error and its own causes, else that of
 * its problem. `problem`: what its page says, if the error itself does not.
 */
export function causeOf(error: unknown, problem?: string): Cause | undefined {
  const chain: object[] = [];
  for (let next = error; next instanceof Error && chain.length < longestChain; next = next.cause)
    chain.push(next);
  const [found] = chain.flatMap(({ code }: { code?: unknown }) => causeWithCode(code) ?? []);
  const { problem: ownProblem = problem } = Object(error);
  return found ?? causeWithCode(codesOfProblems[ownProblem ?? '']);
}
