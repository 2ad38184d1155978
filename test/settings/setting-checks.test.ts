// The mistakes that people make in their settings: each is one line that names the setting, says
// what is wrong and what to write instead, before anything starts.
import assert from 'node:assert/strict';
import test from 'node:test';
import { readConfig } from '../../src/settings/config.ts';
import { goodSettings, problemsOf } from '../support/good-settings.ts';
import { temporaryFile } from '../support/temporary-folder.ts';

const site = {
  ...goodSettings,
  PUBLIC_URL: 'https://attendees.foxcon.example',
  CONVENTION_URL: 'https://reg.foxcon.example',
  TRUST_PROXY: '1',
};
const secret = site.SESSION_SECRETS;
const key = site.ENCRYPTION_KEYS.replace('k1:', '');

/** Setting, value, and the line about it without the name. */
const mistakes: [name: string, value: string, line: RegExp][] = [
  ['REDIS_URL', 'redis://:pass/word@127.0.0.1:6379', /^has a password .* must be encoded: .*%2F/],
  ['REDIS_URL', 'redis://:pass#word@127.0.0.1:6379', /^has a password .* must be encoded: .*%23/],
  ['REDIS_URL', 'redis://:pass@word@127.0.0.1:6379', /^has a password .* must be encoded: .*%40/],
  ['REDIS_URL', 'redis://u:@@127.0.0.1:6379', /^has a password .* must be encoded: .*%40/],
  ['REDIS_URL', 'redis://a.example,redis://:x@y@b.example', /^has a password .* must be encoded/],
  ['REDIS_URL', 'redis+sentinel://:x@y@a.example/mymaster', /^has a password .* must be encoded/],
  ['REDIS_URL', 'redis://a.example:6379:6379', /^must (be an address of Redis|name a host)/],
  ['REDIS_URL', 'redis://:100%word@127.0.0.1:6379', /^has a password .* must be encoded: .*%25/],
  [
    'REDIS_URL',
    'redis://127.0.0.1:6379/lanyard',
    /^must end with the number of a database \(\/0\)/,
  ],
  ['REDIS_URL', 'redis://127.0.0.1:6379/0?ssl=true', /^must have no \? and no #/],
  ['REDIS_URL', 'redis://a.example:6379,b.example:6379', /^must have redis:\/\/ before each/],
  ['REDIS_URL', 'redis://a.example,redis://', /^must name a host and perhaps a port/],
  ['REDIS_URL', 'redis://a.example,rediss://b.example', /^must be redis:\/\/ for all nodes/],
  ['REDIS_URL', 'redis://:a@a.example,redis://:b@b.example', /^must have the same user name and/],
  ['REDIS_URL', 'redis://u:a@a.example,redis://:a@b.example', /^must have the same user name and/],
  ['REDIS_URL', 'redis://a.example/1,redis://b.example/1', /^must name no database for a cluster/],
  [
    'REDIS_URL',
    'redis://a.example,redis+sentinel://b.example/m',
    /^must be redis:\/\/ for each node/,
  ],
  ['REDIS_URL', 'redis+sentinel://a/m,redis+sentinel://b/m', / or redis\+sentinel:\/\/ once: /],
  ['REDIS_URL', 'redis+sentinel://a.example:26379', /^must end with the name of the master/],
  ['REDIS_URL', 'redis+sentinel://a.example/mymaster/x', /^must end with the name of the master/],
  ['REDIS_URL', 'redis+sentinel://a.example,/mymaster', /^must name sentinels, each a host/],
  ['REDIS_URL', 'redis+sentinel://a.example:port/mymaster', /^must name sentinels, each a host/],
  ['REDIS_URL', 'redis+sentinel://:a/b@a.example/mymaster', /^has a password .* must be encoded/],
  [
    'REDIS_URL',
    'redis-sentinel://a.example/mymaster',
    /^must be redis\+sentinel:\/\/ for sentinels/,
  ],
  ['REDIS_URL', 'redis://:6379', /^must name a host and perhaps a port, such as redis:/],
  ['REDIS_URL', 'redis://127.0.0.1:port', /^must name a host and perhaps a port, such as redis:/],
  ['REDIS_URL', 'redis.foxcon.example:6379', /^must be redis:\/\/ or rediss:\/\/, such as redis:/],
  ['HOST', '127.0.0.1:3000', /^must be without a port: .* PORT$/],
  ['HOST', 'http://127.0.0.1', /^must be an address .* not a web address$/],
  ['HOST', '[::1]', /^must be without brackets: ::1$/],
  ['HOST', 'my host', /^must be an address or the name of a host/],
  ['TRUST_PROXY', 'true', /^must not trust everybody: write how many proxies/],
  ['TRUST_PROXY', 'loopback', /^must be addresses, .* for loopback write 127\.0\.0\.1, ::1$/],
  ['TRUST_PROXY', '0', /^must be at least 1; leave it out if there is no proxy$/],
  ['TRUST_PROXY', '99', /^must be at most 10: .* Usually it is 1$/],
  ['TRUST_PROXY', 'off', /^must be left out if there is no proxy$/],
  ['TRUST_PROXY', '0.0.0.0/0', /^must be a number of proxies, or a comma list of addresses/],
  ['OAUTH_CLIENT_ID', '"lanyard"', /^stands in quotes.* write it without them$/],
  ['CONVENTION_NAME', "'Foxcon 2027'", /^stands in quotes.* write it without them$/],
  ['DEFAULT_LOCALE', '“de”', /^stands in quotes.* write it without them$/],
  ['OAUTH_SCOPES', 'pii:basic pii:name', /^must be some of pii:basic, .*openid$/],
  ['OAUTH_SCOPES', 'pii:basic user:read', /^must be some of pii:basic, .*openid$/],
  ['SERVICE_SCOPES', 'registrations:read', /^must be some of registration:read, /],
  ['SESSION_IDLE_MINUTES', '721', /^must not be longer than SESSION_HOURS/],
  ['SESSION_HOURS', '12h', /^must be a whole number$/],
  ['CONVENTION_URL', 'https://reg.foxcon.example/api', /^must be the address before \/api/],
  ['CONVENTION_URL', 'https://foxcon.example/reg/api/', /^must be the address before \/api/],
  ['CONVENTION_URL', 'https://reg.foxcon.example/oauth/authorize', /^must be the address before/],
  ['CONVENTION_URL', 'reg.foxcon.example', /^must be a web address, such as https:/],
  ['PUBLIC_URL', 'https://foxcon.example/attendees', /^must be an origin, without a path$/],
  ['PUBLIC_URL', 'http://attendees.foxcon.example', /^must be https/],
  ['OAUTH_CLIENT_SECRET', 'sandbox-secret', /^is a sample, .* ask the platform for yours$/],
  ['SERVICE_CLIENT_SECRET', 'changeme', /^is a sample, .* ask the platform for yours$/],
  ['SESSION_SECRETS', 'x'.repeat(64), /^has one that can be guessed\..* openssl rand -hex 32$/],
  ['SESSION_SECRETS', `please-change-me-${'9371'.repeat(5)}`, /^has one that can be guessed\./],
  ['SESSION_SECRETS', `${secret},${secret}`, /^has the same secret twice/],
  ['SESSION_SECRETS', key, /^must differ from every other secret: .*openssl rand -hex 32\)$/],
  ['ENCRYPTION_KEYS', `k1:${'0123456789abcdef'.repeat(4)}`, /^has one that can be guessed\./],
  ['ENCRYPTION_KEYS', `k1:${key},k2:${key}`, /^has the same key twice, .* make a new one/],
  ['ENCRYPTION_KEYS', key, /^must be name:key, the key as 64 hex digits$/],
  ['METRICS_PORT', '3000', /^must differ from PORT/],
  ['METRICS_PORT', '0', /^must be from 1 to 65535$/],
  ['IMPRINT_URL', 'foxcon.example/imprint', /^must be a web address, such as https:/],
  ['PRIVACY_URL', 'http://foxcon.example/privacy', /^must be https/],
  ['NOTICE', 'No login. '.repeat(21), /^must have at most 200 characters$/],
  ['MESSAGES_DIR', '/etc/lanyard/no-messages', /^must name a folder that can be read$/],
  [
    'PAGES',
    'badge-name,profil',
    /^must be some of badge-name, .* all other pages are always there$/,
  ],
  [
    'PAGES',
    'badge-name,sharing',
    /^must be some of badge-name, .* all other pages are always there$/,
  ],
  ['RETURN_RESULT', 'on', /^tells nobody: name the sites .* in RETURN_ORIGINS$/],
  ['SERVICE_CLIENT_ID', 'another-client', /^SERVICE_CLIENT_SECRET is missing: /],
];

test('the settings that the mistakes are made in are right', () => {
  assert.deepEqual(readConfig(site).warnings, []);
});

test('forty wrong settings are forty clear lines: the name, what is wrong, what to write; never the value', () => {
  assert.ok(mistakes.length >= 40);
  for (const [name, value, line] of mistakes) {
    const [found = '', ...others] = problemsOf({ ...site, [name]: value });
    assert.deepEqual(others, [], `${name} ${value}`);
    assert.match(found.replace(`${name} `, ''), line, `${name} ${value}`);
    if (value.length > 'loopback'.length) assert.ok(!found.includes(value), found);
  }
});

test('many wrong settings at once are told in one go, each in a line', () => {
  const wrong = new Map(mistakes.toReversed().map(([name, value]) => [name, value]));
  // Their mistakes show only beside right values of another setting.
  for (const name of ['SERVICE_CLIENT_ID', 'SESSION_HOURS']) wrong.delete(name);
  const lines = problemsOf({ ...site, ...Object.fromEntries(wrong) });
  assert.deepEqual(lines.map((line) => line.split(' ')[0]).sort(), [...wrong.keys()].sort());
});

test('a misspelt security setting does not start with its default in silence', () => {
  for (const [typo, meant] of [
    ['TRUST_PROXIES', 'TRUST_PROXY'],
    ['SESSION_HOUR', 'SESSION_HOURS'],
    ['RETURN_ORIGIN', 'RETURN_ORIGINS'],
    ['LOGINS_PER_MINUT', 'LOGINS_PER_MINUTE'],
  ] as const) {
    const { [meant]: _left, ...others } = site as Record<string, string>;
    assert.deepEqual(problemsOf({ ...others, [typo]: '1' }), [
      `${typo} is no setting: write ${meant}`,
    ]);
  }
});

test('a secret that stands in the environment and in a file is refused: which one counts is unclear', (t) => {
  const file = temporaryFile(t, secret);
  assert.deepEqual(problemsOf({ ...site, SESSION_SECRETS_FILE: file }), [
    'SESSION_SECRETS and SESSION_SECRETS_FILE are both set: keep one of them',
  ]);
  const { SESSION_SECRETS: _left, ...others } = site;
  assert.deepEqual(problemsOf({ ...others, SESSION_SECRETS_FILE: file }), []);
  assert.match(
    problemsOf({ ...others, SESSION_SECRETS_FILE: temporaryFile(t, `"${secret}"`) }).join(),
    /^SESSION_SECRETS stands in quotes/,
  );
});

test('a site of this computer may use the secrets of the sandbox, and simple ones', () => {
  const simple = { SESSION_SECRETS: 's'.repeat(32), ENCRYPTION_KEYS: `k1:${'01'.repeat(32)}` };
  const local = { ...goodSettings, OAUTH_CLIENT_SECRET: 'sandbox-secret', ...simple };
  assert.deepEqual(problemsOf(local), []);
});

test('what is unusual and right is accepted', () => {
  for (const [name, value] of [
    ['REDIS_URL', 'rediss://lanyard:p%2Fw%23%25@redis.foxcon.example:6380/3'],
    ['REDIS_URL', 'redis://[::1]'],
    ['REDIS_URL', 'rediss://u:p%2C@a.example:7000, rediss://u:p%2C@b.example:7000'],
    ['REDIS_URL', 'redis+sentinel://u:p%2F@a.example:1,b.example,[::1]:2/mymaster/1'],
    ['HOST', '::'],
    ['HOST', 'lanyard-1.internal'],
    ['TRUST_PROXY', '10'],
    ['CONVENTION_URL', 'https://foxcon.example/apiary'],
    ['CONVENTION_NAME', 'The "Fox" Con, the Foxes’'],
    ['SESSION_IDLE_MINUTES', '720'],
    ['OAUTH_SCOPES', 'openid pii:basic'],
    ['SERVICE_CLIENT_ID', 'lanyard'],
  ] as const) {
    assert.deepEqual(problemsOf({ ...site, [name]: value }), [], `${name} ${value}`);
  }
});

test('desk hours are near the days of the convention, or the year is wrong', () => {
  const days = { CONVENTION_DAYS: '2027-07-02/2027-07-05' };
  const problem =
    'DESK_HOURS must not be after CONVENTION_DAYS, nor a month before: is the year right?';
  for (const [day, isFar] of [
    ['2027-06-01', false],
    ['2027-05-31', true],
    ['2027-07-05', false],
    ['2027-07-06', true],
    ['2026-07-02', true],
    ['2028-07-02', true],
  ] as const) {
    const hours = { DESK_HOURS: `2027-07-02 9:00-18:00; ${day} 19:00-2:00` };
    assert.deepEqual(problemsOf({ ...site, ...days, ...hours }), isFar ? [problem] : [], day);
    assert.deepEqual(problemsOf({ ...site, ...hours }), [], 'without days nothing is far');
  }
});

test('a last day is before the convention ends, and in the year before it', () => {
  const CONVENTION_DAYS = '2027-07-02/2027-07-05';
  for (const name of ['BADGE_NAME_UNTIL', 'PAY_UNTIL']) {
    const problem = `${name} must not be after CONVENTION_DAYS, nor a year before: is the year right?`;
    for (const [day, isFar] of [
      ['2026-07-02', false],
      ['2026-07-01', true],
      ['2027-07-05', false],
      ['2027-07-06', true],
    ] as const) {
      const given = { ...site, CONVENTION_DAYS, [name]: day };
      assert.deepEqual(problemsOf(given), isFar ? [problem] : [], `${name} ${day}`);
    }
  }
});
