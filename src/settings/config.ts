// Reads the settings from the environment and `.env`, reports all problems together, and groups the
// settings by the part of the app that uses them.
import { lstatSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { isLoopback } from '../login/login.ts';
import { isServiceLink, setByServiceLink } from './container-variables.ts';
import { problemsOfEnvFile } from './env-file-mistakes.ts';
import { readSecret } from './secrets.ts';
import {
  checkNames,
  contradictions,
  type GivenSettings,
  problemOfText,
  type Warning,
} from './setting-mistakes.ts';
import { optionalPages, type Settings, settings } from './settings.ts';

/** The message has one line per problem and does not contain secrets. */
export class ConfigError extends Error {}

export type Config = ReturnType<typeof toConfig> & {
  readonly warnings: readonly Warning[];
  /** Whether Lanyard uses the proxy in HTTPS_PROXY or HTTP_PROXY. */
  readonly usesProxy: boolean;
  /** The environment variable whose proxy is ignored, such as HTTPS_PROXY. */
  readonly unusedProxy: string | undefined;
  /** The file in NODE_EXTRA_CA_CERTS. `isLate`: only `.env` sets it, which is too late for Node. */
  readonly ownAuthorities: { readonly file: string; readonly isLate: boolean } | undefined;
};

/**
 * A secret `X` may also come from the file in `X_FILE`. An empty value counts as missing. Throws a
 * ConfigError that lists all wrong settings. With `inMemory` (the demo), REDIS_URL is optional.
 */
export function readConfig(env: NodeJS.ProcessEnv, options: { inMemory?: boolean } = {}): Config {
  const problems = new Map<string, string>();
  /** Reports only the first problem with each setting, because the others often follow from it. */
  const add = (name: string, problem: string) => {
    if (!problems.has(name)) problems.set(name, `${name} ${problem}`);
  };
  const setNames = Object.keys(env).filter((name) => {
    const value = env[name]?.trim();
    return value && !isServiceLink(name, value);
  });
  const { misspelt, warnings } = checkNames(setNames, knownNames);
  for (const { setting, problem } of misspelt) problems.set(setting, problem);
  if (env.NODE_TLS_REJECT_UNAUTHORIZED?.trim() === '0') add(...acceptsAnyCertificate);
  const given = readTexts(env, add);
  const parsed = Object.entries(settings.shape).flatMap(([name, schema]) => {
    const { data, error } = schema.safeParse(given[name]);
    if (error)
      add(name, given[name] === undefined ? 'is missing' : (error.issues[0]?.message ?? ''));
    return error ? [] : [[name, data]];
  });
  if (!given.REDIS_URL && !options.inMemory)
    add('REDIS_URL', 'is missing (only `npm run demo` runs without Redis)');
  for (const { setting, problem } of contradictions(Object.fromEntries(parsed), given))
    add(setting, problem);
  const proxies = readProxies(env, add);
  if (problems.size > 0) throw new ConfigError([...problems.values()].join('\n'));
  const ownAuthorities = ownAuthoritiesIn(env);
  return { ...toConfig(settings.parse(given)), warnings, ...proxies, ownAuthorities };
}

function ownAuthoritiesIn(env: NodeJS.ProcessEnv): Config['ownAuthorities'] {
  const file = env.NODE_EXTRA_CA_CERTS;
  return file ? { file, isLate: setByFile.has(env) } : undefined;
}

const acceptsAnyCertificate = [
  'NODE_TLS_REJECT_UNAUTHORIZED',
  'must not be 0: anybody on the network could read the tokens. For your own authority, set NODE_EXTRA_CA_CERTS=/etc/ssl/our-ca.pem',
] as const;

/**
 * Lanyard uses a proxy if Node is told to use one, even if only `.env` says so, and even on a Node
 * version without proxy support.
 */
function readProxies(
  env: NodeJS.ProcessEnv,
  add: AddProblem,
): Pick<Config, 'usesProxy' | 'unusedProxy'> {
  const named = (name: string) => env[name.toLowerCase()] ?? env[name];
  const flags = [env.NODE_OPTIONS, ...process.execArgv].join(' ');
  if (env.NODE_USE_ENV_PROXY !== '1' && !/(^| )--use-env-proxy( |$)/.test(flags))
    return { usesProxy: false, unusedProxy: ['HTTPS_PROXY', 'ALL_PROXY'].find(named) };
  const names = ['HTTPS_PROXY', 'HTTP_PROXY'].filter(named);
  for (const name of names) if (!isProxyUrl(named(name))) add(name, noProxyUrl);
  const usesProxy = names.length > 0;
  return { usesProxy, unusedProxy: usesProxy ? undefined : ['ALL_PROXY'].find(named) };
}

const noProxyUrl = 'must be the URL of a proxy, such as http://proxy.example:3128';

function isProxyUrl(text = ''): boolean {
  try {
    const { protocol, username, password } = new URL(text);
    // undici would throw if it could not decode the user name or password.
    decodeURIComponent(username + password);
    return ['http:', 'https:'].includes(protocol);
  } catch {
    return false;
  }
}

type AddProblem = (name: string, problem: string) => void;

function readTexts(env: NodeJS.ProcessEnv, add: AddProblem): GivenSettings {
  return Object.fromEntries(
    Object.keys(settings.shape).map((name) => {
      const { text = '', problem } = isSecret(name)
        ? readSecret(name, env)
        : { text: env[name]?.trim() };
      const isLinked = isServiceLink(name, text);
      const found = isLinked ? setByServiceLink : (problem ?? problemOfText(text));
      if (found) add(name, found);
      return [name, text || undefined];
    }),
  );
}

function isSecret(name: string): boolean {
  return Boolean(settings.shape[name as keyof Settings]?.meta()?.secret);
}

const knownNames = Object.keys(settings.shape).flatMap((name) =>
  isSecret(name) ? [name, `${name}_FILE`] : [name],
);

const unreadable: Readonly<Record<string, string>> = {
  EACCES: 'the user that runs Lanyard may not read it',
  EISDIR: 'it is a folder',
  ENOENT: 'it links to a missing file',
};

/** Environments in which only `.env` sets NODE_EXTRA_CA_CERTS. */
const setByFile = new WeakSet<NodeJS.ProcessEnv>();

/**
 * Adds settings from `.env` that `env` lacks. Throws a ConfigError if Node would misread a line, or
 * if the file exists but cannot be read. (Node's loadEnvFile would report such a file as missing.)
 */
export function addEnvFile(env: NodeJS.ProcessEnv, file = '.env'): void {
  // parseEnv would read a line of spaces as part of the next name.
  const text = readEnvFile(file)
    .replace(/\r\n?/g, '\n')
    .replace(/^[ \t]+$/gm, '');
  const problems = problemsOfEnvFile(text);
  if (problems.length > 0)
    throw new ConfigError(problems.map((problem) => `${file}: ${problem}`).join('\n'));
  const values = parseEnv(text);
  if (values.NODE_EXTRA_CA_CERTS && env.NODE_EXTRA_CA_CERTS === undefined) setByFile.add(env);
  for (const [name, value] of Object.entries(values)) env[name] ??= value;
}

function readEnvFile(file: string): string {
  try {
    if (!lstatSync(file, { throwIfNoEntry: false })) return '';
    // Some editors write a byte order mark, which would become part of the first name.
    const text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
    if (!/[\0\uFFFD]/.test(text)) return text;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new ConfigError(`${file} cannot be read: ${unreadable[code] ?? code}`);
  }
  throw new ConfigError(`${file} cannot be read: it is not plain text. Save it as UTF-8`);
}

/** Prints a ConfigError and exits with code 1. Rethrows any other error. */
export function orExit<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(
      `Lanyard cannot start. Fix these settings (.env.example explains each):\n${error.message}`,
    );
    process.exit(1);
  }
}

function toConfig(s: Settings) {
  return {
    publicUrl: s.PUBLIC_URL,
    // The default is loopback, because a client that bypasses the proxy can forge its IP address
    // (TRUST_PROXY).
    listen: {
      port: s.PORT,
      host: s.HOST ?? (isLoopback(s.PUBLIC_URL) ? 'localhost' : '127.0.0.1'),
    },
    metricsPort: s.METRICS_PORT,
    metricsHost: s.METRICS_HOST,
    trustProxy: s.TRUST_PROXY,
    redisUrl: s.REDIS_URL,
    redisPrefix: s.REDIS_PREFIX ? `${s.REDIS_PREFIX}:` : '',
    sessionSecrets: s.SESSION_SECRETS,
    encryptionKeys: s.ENCRYPTION_KEYS,
    api: {
      baseUrl: s.CONVENTION_URL,
      dealerSearchPath: s.DEALER_SEARCH_PATH,
    },
    service: s.SERVICE_SCOPES.length > 0 ? toServiceConfig(s) : undefined,
    convention: toConventionConfig(s),
    defaultLocale: s.DEFAULT_LOCALE,
    securityContact: s.SECURITY_CONTACT,
    messages: s.MESSAGES_DIR,
    pagesLeftOut: optionalPages.filter((name) => !s.PAGES.includes(name)) as readonly string[],
    event: toEventConfig(s),
    badge: {
      tiers: s.BADGE_TIERS ?? [],
      changeNameUrl: s.BADGE_NAME_URL ?? s.REGISTRATION_URL ?? s.CONVENTION_URL,
    },
    returnOrigins: s.RETURN_ORIGINS.map((url) => url.origin),
    returnResult: s.RETURN_RESULT,
    scopes: s.OAUTH_SCOPES,
    oauth: toOauthConfig(s),
  };
}

function toConventionConfig(s: Settings) {
  return {
    name: s.CONVENTION_NAME ?? s.CONVENTION_URL.hostname,
    siteUrl: s.CONVENTION_SITE_URL ?? s.CONVENTION_URL,
    registrationUrl: s.REGISTRATION_URL ?? s.CONVENTION_URL,
    logoutUrl: s.OAUTH_LOGOUT_URL,
    promptLogin: s.OAUTH_PROMPT_LOGIN,
    pictureOrigins: (s.PICTURE_ORIGINS ?? [s.CONVENTION_URL]).map(({ origin }) => origin),
    timeZone: s.CONVENTION_TIME_ZONE,
    accent: s.CONVENTION_ACCENT,
    logo: s.CONVENTION_LOGO,
    help: toHelp(s),
    imprintUrl: s.IMPRINT_URL,
    privacyUrl: s.PRIVACY_URL,
    siteNotice: s.NOTICE ? toNotice(s.NOTICE, s.DEFAULT_LOCALE) : undefined,
  };
}

/** The language code (ISO 639) tells screen readers how to pronounce the notice. */
function toNotice(text: string, locale: string) {
  return { text, language: new Intl.Locale(locale).language };
}

function toHelp({ HELP_EMAIL: email, HELP_URL: url }: Settings) {
  if (email) return { href: `mailto:${email}`, text: email };
  return url && { href: url.href, text: url.host + url.pathname.replace(/\/$/, '') };
}

function toEventConfig(s: Settings) {
  return {
    days: s.CONVENTION_DAYS,
    place: s.CONVENTION_PLACE,
    mapUrl: s.CONVENTION_MAP_URL,
    deskHours: s.DESK_HOURS,
    nameUntil: s.BADGE_NAME_UNTIL,
    payUntil: s.PAY_UNTIL,
    nextUrl: s.NEXT_URL,
    identityUrl: s.IDENTITY_URL,
    guardian: s.GUARDIAN_URL && { url: s.GUARDIAN_URL, age: s.GUARDIAN_AGE },
  };
}

function toServiceConfig(s: Settings) {
  return {
    clientId: s.SERVICE_CLIENT_ID ?? s.OAUTH_CLIENT_ID,
    clientSecret: s.SERVICE_CLIENT_SECRET ?? s.OAUTH_CLIENT_SECRET,
    clientAuth: s.OAUTH_CLIENT_AUTH,
    issuer: s.OAUTH_ISSUER,
    tokenUrl: s.OAUTH_ISSUER && !s.OAUTH_TOKEN_URL ? undefined : tokenUrlOf(s),
    scopes: s.SERVICE_SCOPES,
  };
}

function toOauthConfig(s: Settings) {
  const authorization = s.OAUTH_AUTHORIZATION_URL ?? platformUrl(s, '/oauth/authorize');
  const isDiscovered = s.OAUTH_ISSUER && !(s.OAUTH_AUTHORIZATION_URL && s.OAUTH_TOKEN_URL);
  return {
    issuer: s.OAUTH_ISSUER ?? withoutSlash(platformUrl(s, '')),
    clientId: s.OAUTH_CLIENT_ID,
    clientSecret: s.OAUTH_CLIENT_SECRET,
    clientAuth: s.OAUTH_CLIENT_AUTH,
    endpoints: isDiscovered ? undefined : { authorization, token: tokenUrlOf(s) },
    tokenSeconds: s.OAUTH_TOKEN_SECONDS,
    pkce: s.OAUTH_PKCE,
  };
}

/** `URL` adds a slash to a bare origin, but issuer names usually lack it. */
function withoutSlash({ pathname, origin, href }: URL): string {
  return pathname === '/' ? origin : href;
}

function tokenUrlOf(s: Settings): URL {
  return s.OAUTH_TOKEN_URL ?? platformUrl(s, '/api/oauth/token');
}

function platformUrl(s: Settings, path: string): URL {
  return new URL(s.CONVENTION_URL.href.replace(/\/$/, '') + path);
}
