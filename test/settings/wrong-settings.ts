import { goodSettings } from '../support/app/good-settings.ts';

export const site = {
  ...goodSettings,
  PUBLIC_URL: 'https://attendees.foxcon.example',
  CONVENTION_URL: 'https://reg.foxcon.example',
  TRUST_PROXY: '1',
};
const secret = site.SESSION_SECRETS;
const key = site.ENCRYPTION_KEYS.replace('k1:', '');

/** `line` matches the setting's line in the error, without the setting's name. */
export const mistakes: [name: string, value: string, line: RegExp][] = [
  ['REDIS_URL', 'redis://:pass/word@127.0.0.1:6379', /^has a password .* must be encoded: .*%2F/],
  ['REDIS_URL', 'redis://u:@@127.0.0.1:6379', /^has a password .* must be encoded: .*%40/],
  ['REDIS_URL', 'redis://:100%word@127.0.0.1:6379', /^has a password .* must be encoded: .*%25/],
  [
    'REDIS_URL',
    'redis://127.0.0.1:6379/lanyard',
    /^must end with the number of a database \(\/0\)/,
  ],
  ['REDIS_URL', 'redis://127.0.0.1:6379/0?ssl=true', /^must have no \? and no #/],
  ['REDIS_URL', 'redis://a.example:6379,b.example:6379', /^must have redis:\/\/ before each/],
  ['REDIS_URL', 'redis://a.example,rediss://b.example', /^must be redis:\/\/ for all nodes/],
  ['REDIS_URL', 'redis://:a@a.example,redis://:b@b.example', /^must have the same user name and/],
  ['REDIS_URL', 'redis://a.example/1,redis://b.example/1', /^must name no database for a cluster/],
  ['REDIS_URL', 'redis+sentinel://a/m,redis+sentinel://b/m', / or redis\+sentinel:\/\/ once: /],
  ['REDIS_URL', 'redis+sentinel://a.example:26379', /^must end with the name of the master/],
  ['REDIS_URL', 'redis+sentinel://a.example,/mymaster', /^must name sentinels, each a host/],
  [
    'REDIS_URL',
    'redis-sentinel://a.example/mymaster',
    /^must be redis\+sentinel:\/\/ for sentinels/,
  ],
  ['REDIS_URL', 'redis.foxcon.example:6379', /^must be redis:\/\/ or rediss:\/\/, such as redis:/],
  ['HOST', '127.0.0.1:3000', /^must not contain a port: .* PORT$/],
  ['HOST', 'http://127.0.0.1', /^must be an IP address or a host name .* not a URL$/],
  ['HOST', '[::1]', /^must be without brackets: ::1$/],
  ['HOST', 'my host', /^must be an IP address or a host name/],
  ['TRUST_PROXY', 'loopback', /^must be IP addresses, .* for loopback write 127\.0\.0\.1, ::1$/],
  ['TRUST_PROXY', '0', /^must be at least 1. Remove it if there is no proxy$/],
  ['TRUST_PROXY', '99', /^must be at most 10, .* Usually it is 1$/],
  ['TRUST_PROXY', 'off', /^must be left out if there is no proxy$/],
  ['OAUTH_CLIENT_ID', '"lanyard"', /^is in quotes.* remove them$/],
  ['CONVENTION_NAME', "'Foxcon 2027'", /^is in quotes.* remove them$/],
  ['DEFAULT_LOCALE', '“de”', /^is in quotes.* remove them$/],
  ['OAUTH_SCOPES', 'pii:basic pii:name', /^must be some of pii:basic, .*openid$/],
  ['SERVICE_SCOPES', 'registrations:read', /^must be some of registration:read, /],
  ['OAUTH_TOKEN_SECONDS', '12h', /^must be a whole number$/],
  ['CONVENTION_URL', 'https://reg.foxcon.example/api', /^must end before \/api/],
  ['OAUTH_CLIENT_SECRET', 'sandbox-secret', /^is a sample: ask the platform for your own secret$/],
  ['SERVICE_CLIENT_SECRET', 'changeme', /^is a sample: ask the platform for your own secret$/],
  ['SESSION_SECRETS', 'x'.repeat(64), /^contains a public sample\. .* openssl rand -hex 32$/],
  ['SESSION_SECRETS', `${secret},${secret}`, /^contains a secret twice/],
  ['SESSION_SECRETS', key, /^must differ from all other secrets: .*openssl rand -hex 32\)$/],
  ['ENCRYPTION_KEYS', `k1:${'0123456789abcdef'.repeat(4)}`, /^contains a public sample/],
  ['ENCRYPTION_KEYS', `k1:${key},k2:${key}`, /^contains one key under two names: make a new key/],
  ['METRICS_PORT', '3000', /^must differ from PORT/],
  ['METRICS_PORT', '0', /^must be from 1 to 65535$/],
  ['MESSAGES_DIR', '/etc/lanyard/no-messages', /^must name a folder that can be read$/],
  [
    'PAGES',
    'badge-name,profil',
    /^must only name pages from this list: badge-name, .* All other pages are always on$/,
  ],
  ['RETURN_RESULT', 'on', /^has no effect without RETURN_ORIGINS: name the sites/],
  ['SERVICE_CLIENT_ID', 'another-client', /^SERVICE_CLIENT_SECRET is missing: /],
];
