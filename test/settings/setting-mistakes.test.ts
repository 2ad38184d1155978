import assert from 'node:assert/strict';
import test from 'node:test';
import { readConfig } from '../../src/settings/config.ts';
import { checkNames } from '../../src/settings/setting-mistakes.ts';
import { settings } from '../../src/settings/settings.ts';
import { goodSettings, problemsOf } from '../support/app/good-settings.ts';
import { temporaryFile } from '../support/machine/temporary-folder.ts';
import { mistakes, site } from './wrong-settings.ts';

const secret = site.SESSION_SECRETS;

test('the settings are valid without the mistakes', () => {
  assert.deepEqual(readConfig(site).warnings, []);
});

test('each wrong setting is one clear line: the name, the fault, the fix; never the value', () => {
  for (const [name, value, line] of mistakes) {
    const [found = '', ...others] = problemsOf({ ...site, [name]: value });
    assert.deepEqual(others, [], `${name} ${value}`);
    assert.match(found.replace(`${name} `, ''), line, `${name} ${value}`);
    if (value.length > 'loopback'.length) assert.ok(!found.includes(value), found);
  }
});

test('many wrong settings at once are reported together, each in a line', () => {
  const wrong = new Map(mistakes.toReversed().map(([name, value]) => [name, value]));
  // SERVICE_CLIENT_ID is checked only if other settings are right.
  wrong.delete('SERVICE_CLIENT_ID');
  const lines = problemsOf({ ...site, ...Object.fromEntries(wrong) });
  assert.deepEqual(lines.map((line) => line.split(' ')[0]).sort(), [...wrong.keys()].sort());
});

test('a misspelt security setting does not silently start with its default', () => {
  for (const [typo, meant] of [
    ['TRUST_PROXIES', 'TRUST_PROXY'],
    ['RETURN_ORIGIN', 'RETURN_ORIGINS'],
  ] as const) {
    const { [meant]: _left, ...others } = site as Record<string, string>;
    assert.deepEqual(problemsOf({ ...others, [typo]: '1' }), [
      `${typo} is not a setting: use ${meant}`,
    ]);
  }
});

test('a secret in both the environment and a file is rejected, because it is unclear which one counts', (t) => {
  const file = temporaryFile(t, secret);
  assert.deepEqual(problemsOf({ ...site, SESSION_SECRETS_FILE: file }), [
    'SESSION_SECRETS and SESSION_SECRETS_FILE are both set: keep one of them',
  ]);
  const { SESSION_SECRETS: _left, ...others } = site;
  assert.deepEqual(problemsOf({ ...others, SESSION_SECRETS_FILE: file }), []);
  assert.match(
    problemsOf({ ...others, SESSION_SECRETS_FILE: temporaryFile(t, `"${secret}"`) }).join(),
    /^SESSION_SECRETS is in quotes/,
  );
});

test('a site on this computer may use the sandbox’s secrets, and simple ones', () => {
  const simple = { SESSION_SECRETS: 's'.repeat(32), ENCRYPTION_KEYS: `k1:${'01'.repeat(32)}` };
  const local = { ...goodSettings, OAUTH_CLIENT_SECRET: 'sandbox-secret', ...simple };
  assert.deepEqual(problemsOf(local), []);
});

test('unusual but valid values are accepted', () => {
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
    ['OAUTH_SCOPES', 'openid pii:basic'],
    ['SERVICE_CLIENT_ID', 'lanyard'],
  ] as const) {
    assert.deepEqual(problemsOf({ ...site, [name]: value }), [], `${name} ${value}`);
  }
});

test('desk hours are near the days of the convention, or the year is wrong', () => {
  const days = { CONVENTION_DAYS: '2027-07-02/2027-07-05' };
  const problem =
    'DESK_HOURS must not be after CONVENTION_DAYS or over a month before them: check the year';
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
    assert.deepEqual(
      problemsOf({ ...site, ...hours }),
      [],
      'without event days, no date is too far away',
    );
  }
});

test('a deadline is before the convention ends, and in the year before it', () => {
  const CONVENTION_DAYS = '2027-07-02/2027-07-05';
  for (const name of ['BADGE_NAME_UNTIL', 'PAY_UNTIL']) {
    const problem = `${name} must not be after CONVENTION_DAYS or over a year before them: check the year`;
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

const known = [...Object.keys(settings.shape), 'REDIS_URL_FILE', 'SESSION_SECRETS_FILE'];
const misspeltIn = (...given: string[]) =>
  checkNames(given, known).misspelt.map(({ problem }) => problem);
const warnedIn = (...given: string[]) => checkNames(given, known).warnings.map(({ what }) => what);

test('a name that differs from a setting by a few letters is reported with that setting', () => {
  for (const [typo, meant] of [
    ['TRUST_PROXIES', 'TRUST_PROXY'],
    ['TRUSTPROXY', 'TRUST_PROXY'],
    ['trust_proxy', 'TRUST_PROXY'],
    ['ENCRYPTON_KEYS', 'ENCRYPTION_KEYS'],
    ['SESSION_SECRET', 'SESSION_SECRETS'],
    ['SESSION_SECRET_FILE', 'SESSION_SECRETS_FILE'],
    ['REDIS_URI', 'REDIS_URL'],
    ['PUBLIC_ULR', 'PUBLIC_URL'],
    ['METRICSHOST', 'METRICS_HOST'],
  ] as const) {
    assert.deepEqual(misspeltIn(typo), [`${typo} is not a setting: use ${meant}`]);
  }
});

test('a typo is recognised in names of eight letters or more', () => {
  assert.equal(checkNames(['LONGNAMX'], ['LONGNAME']).misspelt.length, 1);
  assert.equal(checkNames(['LONGNAX'], ['LONGNAM']).misspelt.length, 0);
});

test('a file for a setting that is not a secret would not be read, and is reported', () => {
  assert.deepEqual(misspeltIn('TRUST_PROXY_FILE'), [
    'TRUST_PROXY_FILE is not a setting, because only secrets may come from a file: use TRUST_PROXY',
  ]);
});

test('an unknown name next to its setting, or with a prefix of ours, is reported without stopping the start', () => {
  for (const given of [
    ['REDIS_URI', 'REDIS_URL'],
    ['OAUTH_REFRESH_TOKENS_PLEASE'],
    ['CONVENTION_TAGLINE'],
  ]) {
    assert.deepEqual(misspeltIn(...given), []);
    assert.deepEqual(warnedIn(...given), [`${given[0]} is not a setting and is ignored`]);
  }
  const { warnings } = readConfig({ ...goodSettings, OAUTH_TIMEOUT: 'CANARY' });
  assert.doesNotMatch(JSON.stringify(warnings), /CANARY/);
});

test('a removed setting is reported at each start, with the new behaviour and the fix, and the site starts', () => {
  const { warnings } = readConfig({ ...goodSettings, SESSION_HOURS: '24' });
  assert.deepEqual(warnings, [
    {
      what: 'SESSION_HOURS is no longer a setting and is ignored',
      why: 'a session lasts 12 hours at most',
      fix: 'delete it',
    },
  ]);
  for (const name of ['OAUTH_NARROW', 'OAUTH_PKCE', 'LOG_LEVEL', 'LOGINS_PER_MINUTE'])
    assert.equal(
      readConfig({ ...goodSettings, [name]: '' }).warnings.length,
      0,
      'an empty value means that the setting is absent',
    );
});

test('names of other programs are ignored', () => {
  const others =
    'PATH HOME HOSTNAME PAGER POST PWD LOGNAME REDIS_PORT REDIS_SERVICE_HOST REDIS_PORT_6379_TCP SESSION_MANAGER NODE_ENV SANDBOX_PORT npm_config_port XDG_SESSION_ID';
  assert.deepEqual(checkNames(others.split(' '), known), { misspelt: [], warnings: [] });
  assert.deepEqual(checkNames(known, known), { misspelt: [], warnings: [] });
});
