import assert from 'node:assert/strict';
import test from 'node:test';
import { settingFindings } from '../../src/checks/settings.ts';
import { readConfig } from '../../src/settings/config.ts';
import { daytime } from '../support/app/clocks.ts';
import { goodSettings } from '../support/app/good-settings.ts';

const aboutRedis = (REDIS_URL: string) =>
  settingFindings(readConfig({ ...goodSettings, REDIS_URL }), '24.0.0', daytime)
    .filter(({ about, level }) => about === 'Redis' && level !== 'ok')
    .map(({ what }) => what);

const withoutPassword = 'REDIS_URL names another computer without a password';
const withoutTls = 'REDIS_URL names another computer without TLS';

test('among several Redis servers, a single one on another computer causes warnings without a password or TLS', () => {
  const [here, there] = ['127.0.0.1:26379', 'redis.example:26379'];
  assert.deepEqual(aboutRedis(`redis+sentinel://${here}/mymaster`), []);
  const mixed = [`${here},${there}`, `${there},${here}`, `redis:26379,${there}`];
  for (const hosts of [...mixed, `${there},${there}`]) {
    assert.deepEqual(aboutRedis(`redis+sentinel://${hosts}/mymaster`), [
      withoutPassword,
      withoutTls,
    ]);
    assert.deepEqual(aboutRedis(`redis+sentinel://:secret@${hosts}/mymaster`), [withoutTls]);
    assert.deepEqual(aboutRedis(`rediss+sentinel://:secret@${hosts}/mymaster`), []);
  }
  assert.deepEqual(aboutRedis(`redis+sentinel://${here},redis:26379/mymaster`), [withoutPassword]);
});

test('a client secret of 16 characters is long enough, and one of 15 is a warning', () => {
  const warning = 'OAUTH_CLIENT_SECRET has fewer than 16 characters';
  for (const [OAUTH_CLIENT_SECRET, isWarned] of [
    ['9371820465937182', false],
    ['937182046593718', true],
  ] as const) {
    const settings = { CONVENTION_URL: 'https://reg.foxcon.example', OAUTH_CLIENT_SECRET };
    const findings = settingFindings(
      readConfig({ ...goodSettings, ...settings }),
      '24.0.0',
      daytime,
    );
    assert.equal(
      findings.some(({ what }) => what === warning),
      isWarned,
    );
  }
});

test('without PKCE, each start says what then protects a login', () => {
  const findingsWith = (settings: Record<string, string>) =>
    settingFindings(readConfig({ ...goodSettings, ...settings }), '24.0.0', daytime);
  const [warning] = findingsWith({ OAUTH_PKCE: 'off' });
  assert.equal(warning?.what, 'OAUTH_PKCE is off');
  assert.match(warning?.why ?? '', /state and OAUTH_CLIENT_SECRET \(RFC 9700 2\.1\.1\)/);
  for (const settings of [{}, { OAUTH_PKCE: 'on' }]) assert.deepEqual(findingsWith(settings), []);
});

test('after the last day of the convention, in its time zone, the operator learns which settings to change', () => {
  const aboutDays = (now: string, more = {}) =>
    settingFindings(
      readConfig({
        ...goodSettings,
        CONVENTION_DAYS: '2027-07-02/2027-07-05',
        CONVENTION_TIME_ZONE: 'Europe/Berlin',
        ...more,
      }),
      '24.0.0',
      Date.parse(now),
    ).filter(({ what }) => what === 'CONVENTION_DAYS are over');
  assert.deepEqual(aboutDays('2027-07-05T21:59:59Z'), []);
  const [finding] = aboutDays('2027-07-05T22:00:00Z');
  assert.equal(finding?.level, 'warning');
  assert.match(
    `${finding?.why} ${finding?.fix}`,
    /lead nowhere \(NEXT_URL\) set CONVENTION_DAYS, .* for the next/,
  );
  const NEXT_URL = 'https://testcon.example/2028';
  assert.match(aboutDays('2027-07-06T12:00:00Z', { NEXT_URL })[0]?.why ?? '', /lead to NEXT_URL$/);
  assert.deepEqual(aboutDays('2028-01-01T00:00:00Z', { CONVENTION_DAYS: '' }), []);
});
