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
const strangeIn = (...given: string[]) => checkNames(given, known).strange;

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
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['SESSION_IDLE_MINUTE', 'SESSION_IDLE_MINUTES'],
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
    ['SESSION_TIMEOUT'],
    ['CONVENTION_TAGLINE'],
  ]) {
    assert.deepEqual(misspeltIn(...given), []);
    assert.deepEqual(strangeIn(...given), [`${given[0]} is no setting, and is not used`]);
  }
  const { warnings } = readConfig({ ...goodSettings, SESSION_TIMEOUT: 'CANARY' });
  assert.deepEqual(warnings, ['SESSION_TIMEOUT is no setting, and is not used']);
});

test('names of other programs are left alone', () => {
  const others =
    'PATH HOME HOSTNAME PAGER POST PWD LOGNAME REDIS_PORT REDIS_SERVICE_HOST REDIS_PORT_6379_TCP SESSION_MANAGER NODE_ENV SANDBOX_PORT npm_config_port XDG_SESSION_ID';
  assert.deepEqual(checkNames(others.split(' '), known), { misspelt: [], strange: [] });
  assert.deepEqual(checkNames(known, known), { misspelt: [], strange: [] });
});
