// Reads the settings once and reports all their problems together. Secrets have no default.
import { isLoopback } from './login/login.ts';
import { readIfThere } from './setting-values.ts';
import { type Settings, settings } from './settings.ts';

/** Thrown by `readConfig`. The message has one line per problem and never contains a value. */
export class ConfigError extends Error {}

export type Config = ReturnType<typeof toConfig>;

/**
 * Reads and checks the settings. For a secret `X`, `X_FILE` may name a file that holds it. An empty
 * value counts as missing. Throws a ConfigError that lists every problem. With `inMemory` (the
 * demo), REDIS_URL is not required.
 */
export function readConfig(env: NodeJS.ProcessEnv, options: { inMemory?: boolean } = {}): Config {
  const problems = new Map<string, string>();
  const values = Object.fromEntries(
    Object.keys(settings.shape).map((name) => [
      name,
      env[name]?.trim() || readSecretFile(name, env, problems),
    ]),
  );
  const result = settings.safeParse(values);
  const add = (name: string, problem: string) => {
    if (!problems.has(name)) problems.set(name, `${name} ${problem}`);
  };
  for (const { path, message } of result.error?.issues ?? []) {
    const name = String(path[0]);
    add(name, values[name] === undefined ? 'is missing' : message);
  }
  if (!values.REDIS_URL && !options.inMemory)
    add('REDIS_URL', 'is missing (only `npm run demo` runs without Redis)');
  if (/^https:/i.test(values.PUBLIC_URL ?? '') && !values.TRUST_PROXY) {
    add(
      'TRUST_PROXY',
      'is missing: with an https PUBLIC_URL a proxy stands in front; say how many (1)',
    );
  }
  if (values.OAUTH_ISSUER && values.SERVICE_SCOPES && !values.OAUTH_TOKEN_URL) {
    add(
      'OAUTH_TOKEN_URL',
      "is missing: with an OAUTH_ISSUER, the site's own credential (SERVICE_SCOPES) needs it",
    );
  }
  if (!result.success || problems.size > 0)
    throw new ConfigError([...problems.values()].join('\n'));
  return toConfig(result.data);
}

/** For a process that is starting: prints the problems to stderr and exits with code 1. */
export function readConfigOrExit(env: NodeJS.ProcessEnv): Config {
  try {
    return readConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(
      `Lanyard cannot start. Please mend these settings (.env.example explains each):\n${error.message}`,
    );
    process.exit(1);
  }
}

function readSecretFile(
  name: string,
  env: NodeJS.ProcessEnv,
  problems: Map<string, string>,
): string | undefined {
  const file = env[`${name}_FILE`];
  if (!file || !settings.shape[name as keyof Settings].meta()?.secret) return undefined;
  const content = readIfThere(file);
  if (!content) problems.set(name, `${name}_FILE names a file that cannot be read`);
  return content?.toString().trim();
}

/** Groups the flat settings by the part of the app that uses them. */
function toConfig(s: Settings) {
  return {
    publicUrl: s.PUBLIC_URL,
    // A site that only this computer can reach must not listen on other interfaces.
    listen: { port: s.PORT, host: s.HOST ?? (isLoopback(s.PUBLIC_URL) ? 'localhost' : '0.0.0.0') },
    trustProxy: s.TRUST_PROXY,
    logLevel: s.LOG_LEVEL,
    redisUrl: s.REDIS_URL,
    sessionSecrets: s.SESSION_SECRETS,
    encryptionKeys: s.ENCRYPTION_KEYS,
    limits: { idleSeconds: s.SESSION_IDLE_MINUTES * 60, absoluteSeconds: s.SESSION_HOURS * 3600 },
    rates: { logins: s.LOGINS_PER_MINUTE, pages: s.PAGES_PER_MINUTE },
    api: {
      baseUrl: s.CONVENTION_URL,
      dealerSearchPath: s.DEALER_SEARCH_PATH,
    },
    // Without scopes, the site has no credential of its own.
    service: s.SERVICE_SCOPES.length > 0 ? toServiceConfig(s) : undefined,
    convention: toConventionConfig(s),
    defaultLocale: s.DEFAULT_LOCALE,
    badgeNameSoftLimit: s.BADGE_NAME_SOFT_LIMIT,
    returnOrigins: s.RETURN_ORIGINS.map((url) => url.origin),
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
  };
}

function toServiceConfig(s: Settings) {
  return {
    clientId: s.SERVICE_CLIENT_ID ?? s.OAUTH_CLIENT_ID,
    clientSecret: s.SERVICE_CLIENT_SECRET ?? s.OAUTH_CLIENT_SECRET,
    clientAuth: s.OAUTH_CLIENT_AUTH,
    tokenUrl: tokenUrlOf(s),
    scopes: s.SERVICE_SCOPES,
  };
}

function toOauthConfig(s: Settings) {
  const issuer = s.OAUTH_ISSUER ?? platformUrl(s, '');
  const authorization = s.OAUTH_AUTHORIZATION_URL ?? platformUrl(s, '/oauth/authorize');
  const isDiscovered = s.OAUTH_ISSUER && !(s.OAUTH_AUTHORIZATION_URL && s.OAUTH_TOKEN_URL);
  return {
    // Issuers are compared character by character, so a bare origin must not end with a slash.
    issuer: issuer.pathname === '/' ? issuer.origin : issuer.href,
    clientId: s.OAUTH_CLIENT_ID,
    clientSecret: s.OAUTH_CLIENT_SECRET,
    clientAuth: s.OAUTH_CLIENT_AUTH,
    endpoints: isDiscovered ? undefined : { authorization, token: tokenUrlOf(s) },
    pkce: s.OAUTH_PKCE,
  };
}

function tokenUrlOf(s: Settings): URL {
  return s.OAUTH_TOKEN_URL ?? platformUrl(s, '/api/oauth/token');
}

function platformUrl(s: Settings, path: string): URL {
  return new URL(s.CONVENTION_URL.href.replace(/\/$/, '') + path);
}
