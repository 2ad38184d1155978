import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import test from 'node:test';
import { readSafeConfig } from '../../src/checks/read-safe-config.ts';
import { ConfigError } from '../../src/settings/config.ts';
import { site } from '../settings/wrong-settings.ts';
import { daytime } from '../support/app/clocks.ts';
import { goodSettings } from '../support/app/good-settings.ts';

const here = { PUBLIC_URL: 'http://localhost:3000', CONVENTION_URL: 'http://127.0.0.1:4000' };

const toSandbox = { CONVENTION_URL: here.CONVENTION_URL };

type Variant = readonly [settings: Record<string, string>, line: RegExp, node?: string];

const sampleKey = '0123456789abcdef'.repeat(4);
const sampleSecret = /^SESSION_SECRETS contains a public sample\. .*openssl rand -hex 32$/;
const toThisComputer = /^PUBLIC_URL is public, but logins go to this computer .*the platform/;

const refused: readonly Variant[] = [
  [
    { NODE_TLS_REJECT_UNAUTHORIZED: '0' },
    /^NODE_TLS_REJECT_UNAUTHORIZED must not be 0: .*EXTRA_CA/,
  ],
  [{ ...here, NODE_TLS_REJECT_UNAUTHORIZED: ' 0 ' }, /^NODE_TLS_REJECT_UNAUTHORIZED must not be 0/],
  [{ CONVENTION_URL: 'http://127.0.0.1:4000' }, toThisComputer],
  [{ CONVENTION_URL: 'http://localhost:4000' }, toThisComputer],
  [{ PUBLIC_URL: 'https://foxcon.test.example', ...toSandbox }, toThisComputer],
  [{ CONVENTION_URL: 'http://[::1]:4000' }, toThisComputer],
  [{ OAUTH_ISSUER: 'http://127.0.0.1:4000' }, toThisComputer],
  [{ OAUTH_AUTHORIZATION_URL: 'https://localhost/oauth/authorize' }, toThisComputer],
  [{ SESSION_SECRETS: sampleKey }, sampleSecret],
  [{ SESSION_SECRETS: 'foxcon2027foxcon2027foxcon2027foxcon2027' }, sampleSecret],
  [{ SESSION_SECRETS: 'Change-Me-7d2f81c6b03e945a8e61d7c20f3b' }, sampleSecret],
  [{ SESSION_SECRETS: `${goodSettings.SESSION_SECRETS},${sampleKey}` }, sampleSecret],
  [
    { ENCRYPTION_KEYS: `k1:${sampleKey.toUpperCase()}` },
    /^ENCRYPTION_KEYS contains a public sample/,
  ],
  [{ ENCRYPTION_KEYS: `k1:${'0'.repeat(64)}` }, /^ENCRYPTION_KEYS contains a public sample/],
  [{ PUBLIC_URL: 'https://YOUR-SITE' }, /^PUBLIC_URL is a placeholder: replace it/],
  [{ PUBLIC_URL: 'https://your-site.example' }, /^PUBLIC_URL is a placeholder/],
  [{ CONVENTION_URL: 'https://YOUR-CONVENTION.example' }, /^CONVENTION_URL is a placeholder/],
  [{ OAUTH_CLIENT_ID: 'YOUR_CLIENT_ID' }, /^OAUTH_CLIENT_ID is a placeholder/],
  [{ OAUTH_CLIENT_SECRET: 'YOUR-CLIENT-SECRET' }, /^OAUTH_CLIENT_SECRET is a placeholder/],
  [{ REDIS_URL: 'redis://lanyard:YOUR-PASSWORD@127.0.0.1' }, /^REDIS_URL is a placeholder/],
  [
    { NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: 'proxy.example:3128' },
    /^HTTPS_PROXY must be the URL of a proxy, such as http:/,
  ],
  [{ NODE_USE_ENV_PROXY: '1', https_proxy: 'http://a:%zz@proxy.example' }, /^HTTPS_PROXY must be/],
  [{ NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'socks5://proxy.example' }, /^HTTP_PROXY must be/],
  [{}, /^Node 18\.20\.8 is too old: .*install Node 24/, '18.20.8'],
  [{}, /^Node 20\.18\.3 is too old: /, '20.18.3'],
];

const started: readonly Variant[] = [
  [{ PUBLIC_URL: 'https://attendees.foxcon.test', ...toSandbox }, /^$/],
  [{}, /^$/],
  [{}, /^$/, '20.19.0'],
  [{}, /^$/, '22.12.0'],
  [{}, /^Node 23\.1\.0 has no long-term support$/, '23.1.0'],
  [{ NODE_TLS_REJECT_UNAUTHORIZED: '1' }, /^$/],
  [{ NODE_EXTRA_CA_CERTS: '/away/ca.pem' }, /^NODE_EXTRA_CA_CERTS: .*cannot be read \(ENOENT\)$/],
  [{ HTTPS_PROXY: 'http://proxy.example:3128' }, /^HTTPS_PROXY is set but ignored$/],
  [{ https_proxy: 'http://proxy.example:3128' }, /^HTTPS_PROXY is set but ignored$/],
  [{ all_proxy: 'socks5://proxy.example' }, /^ALL_PROXY is set but ignored$/],
  [{ NO_PROXY: 'localhost', HTTPS_PROXY: '' }, /^$/],
  [{ NODE_USE_ENV_PROXY: '0', HTTPS_PROXY: 'proxy' }, /^HTTPS_PROXY is set but ignored$/],
  [{ NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: 'http://a:b@proxy.example:3128' }, /^$/],
  [{ NODE_OPTIONS: '--use-env-proxy', https_proxy: 'http://proxy.example' }, /^$/],
  [{ NODE_USE_ENV_PROXY: '1', ALL_PROXY: 'http://proxy' }, /^ALL_PROXY is set but ignored$/],
  [here, /^$/],
  [{ ...here, SESSION_SECRETS: sampleKey }, /^$/],
  [{ PUBLIC_URL: 'https://localhost:8443', CONVENTION_URL: here.CONVENTION_URL }, /^$/],
  [
    {
      CONVENTION_URL: here.CONVENTION_URL,
      OAUTH_AUTHORIZATION_URL: 'https://reg.foxcon.example/oauth/authorize',
    },
    /^$/,
  ],
  [{ OAUTH_CLIENT_ID: 'your-con-web' }, /^$/],
  [{ CONVENTION_NAME: 'Your Con' }, /^$/],
  [{ NOTICE: 'Your badge waits at the desk' }, /^$/],
];

function tryStart([settings, , node = '24.1.0']: Variant) {
  try {
    const { findings } = readSafeConfig({ ...site, ...settings }, node, daytime);
    return { starts: true, lines: findings.map(({ what }) => what) };
  } catch (error) {
    assert.ok(error instanceof ConfigError, String(error));
    return { starts: false, lines: error.message.split('\n') };
  }
}

test('unsafe settings do not start: one line names the fault and the fix, and never quotes a secret', () => {
  for (const variant of refused) {
    const [settings, line, node] = variant;
    const about = JSON.stringify({ settings, node });
    const { starts, lines } = tryStart(variant);
    assert.equal(starts, false, about);
    assert.equal(lines.length, 1, `${about}: ${lines.join('\n')}`);
    assert.match(lines[0] ?? '', line, about);
    for (const name of ['SESSION_SECRETS', 'ENCRYPTION_KEYS', 'REDIS_URL'])
      if (settings[name]) assert.ok(!lines.join().includes(settings[name]), about);
  }
});

test('safe settings start, with a warning where needed', () => {
  for (const variant of started) {
    const { starts, lines } = tryStart(variant);
    assert.ok(starts, `${JSON.stringify(variant[0])}: ${lines.join('\n')}`);
    assert.match(lines.join('\n'), variant[1], JSON.stringify(variant[0]));
  }
});

test('random secrets are never rejected', () => {
  for (let round = 0; round < 300; round += 1) {
    const bytes = randomBytes(32);
    const ENCRYPTION_KEYS = `k1:${randomBytes(32).toString('hex')}`;
    for (const SESSION_SECRETS of [bytes.toString('hex'), bytes.toString('base64')])
      assert.ok(tryStart([{ SESSION_SECRETS, ENCRYPTION_KEYS }, /^$/]).starts, SESSION_SECRETS);
  }
});
