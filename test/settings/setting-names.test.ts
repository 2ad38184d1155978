// Which names in the environment are taken for misspelt settings, and which are left alone.
import assert from 'node:assert/strict';
import test from 'node:test';
import { readConfig } from '../../src/settings/config.ts';
import { checkNames } from '../../src/settings/setting-names.ts';
import { settings } from '../../src/settings/settings.ts';
import { goodSettings } from '../support/good-settings.ts';

const known = [...Object.keys(settings.shape), 'REDIS_URL_FILE', 'SESSION_SECRETS_FILE'];
const misspeltIn = (...given: string[]) =>
  checkNames(given, known).misspelt.map(({ problem }) => problem);
const warnedIn = (...given: string[]) => checkNames(given, known).warnings.map(({ what }) => what);

test('a name a few letters away from a setting is named with the setting that is meant', () => {
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
    assert.deepEqual(misspeltIn(typo), [`${typo} is no setting: write ${meant}`]);
  }
});

test('a name of eight letters is guessed from a typo, and a shorter one is not', () => {
  assert.equal(checkNames(['LONGNAMX'], ['LONGNAME']).misspelt.length, 1);
  assert.equal(checkNames(['LONGNAX'], ['LONGNAM']).misspelt.length, 0);
});

test('a file for a setting that is no secret would not be read, and is told so', () => {
  assert.deepEqual(misspeltIn('TRUST_PROXY_FILE'), [
    'TRUST_PROXY_FILE is no setting, because only a secret may come from a file: write TRUST_PROXY',
  ]);
});

test('a name beside the setting that is meant, or with a beginning that only ours have, is strange but no reason to stop', () => {
  for (const given of [
    ['REDIS_URI', 'REDIS_URL'],
    ['OAUTH_REFRESH_TOKENS_PLEASE'],
    ['CONVENTION_TAGLINE'],
  ]) {
    assert.deepEqual(misspeltIn(...given), []);
    assert.deepEqual(warnedIn(...given), [`${given[0]} is no setting, and is not used`]);
  }
  const { warnings } = readConfig({ ...goodSettings, OAUTH_TIMEOUT: 'CANARY' });
  assert.doesNotMatch(JSON.stringify(warnings), /CANARY/);
});

test('a removed setting is named at each start, with what happens now and what to do, and the site starts', () => {
  const { warnings } = readConfig({ ...goodSettings, SESSION_HOURS: '24' });
  assert.deepEqual(warnings, [
    {
      what: 'SESSION_HOURS is no longer a setting, and is not used',
      why: 'a session lasts 12 hours at most',
      fix: 'delete it',
    },
  ]);
  for (const name of ['OAUTH_NARROW', 'OAUTH_PKCE', 'LOG_LEVEL', 'LOGINS_PER_MINUTE'])
    assert.equal(readConfig({ ...goodSettings, [name]: '' }).warnings.length, 0, 'empty is unset');
});

test('names of other programs are left alone', () => {
  const others =
    'PATH HOME HOSTNAME PAGER POST PWD LOGNAME REDIS_PORT REDIS_SERVICE_HOST REDIS_PORT_6379_TCP SESSION_MANAGER NODE_ENV SANDBOX_PORT npm_config_port XDG_SESSION_ID';
  assert.deepEqual(checkNames(others.split(' '), known), { misspelt: [], warnings: [] });
  assert.deepEqual(checkNames(known, known), { misspelt: [], warnings: [] });
});
