// A real Redis, a simulated platform or a proxy causes most of these errors.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import test, { type TestContext } from 'node:test';
import { EnvHttpProxyAgent, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { useProxyOfEnvironment } from '../../src/convention/connections.ts';
import { createConvention } from '../../src/convention/convention.ts';
import { PageError } from '../../src/errors.ts';
import { causeOf as causeOfError, causeWithCode } from '../../src/log/causes.ts';
import { LoginError, redisCodeOf } from '../../src/login/login.ts';
import { createOAuthClient, createServiceTokens } from '../../src/login/oauth/oauth-client.ts';
import type { OAuthOptions } from '../../src/login/oauth/server-configuration.ts';
import {
  type Certificate,
  certificateFromAuthority,
  selfSignedCertificate,
} from '../support/machine/certificate.ts';
import { freePort } from '../support/machine/free-port.ts';
import { listen } from '../support/machine/listen.ts';
import { startOutgoingProxy } from '../support/machine/outgoing-proxy.ts';
import { startRedis } from '../support/redis/redis.ts';

const causeOf = (error: unknown, problem?: string) => causeOfError(error, problem)?.cause;
const causeOfRedis = (error: unknown) => causeWithCode(redisCodeOf(error))?.cause;

test('any other rejection by Redis has a cause too', async (t) => {
  const redis = await startRedis(t);
  await redis.command('SET', 'text', 'value');
  assert.equal(
    causeOfRedis(await errorOf(redis.command('LLEN', 'text'))),
    'Redis rejects a command',
  );
});

test('a platform without TLS at an https URL is named', async (t) => {
  const url = await listen(t, createServer(), '127.0.0.1');
  const baseUrl = new URL(url.replace('http:', 'https:'));
  const convention = createConvention({ baseUrl, deadlineMs: 10_000 });
  t.after(() => convention.close());
  const client = convention.onBehalfOf({ accessToken: 'a-token', grantedScopes: [] });
  const noTls = 'the platform does not use TLS at CONVENTION_URL';
  assert.equal(causeOf(await errorOf(client.currentUser())), noTls);
});

test('a fault in the platform’s certificate is named: in a record, a login and a service token', async (t) => {
  const host = '127.0.0.1';
  const own = certificateFromAuthority(host);
  for (const [what, certificate, cause] of [
    ['self-signed', selfSignedCertificate(host), /is self-signed$/],
    ['no intermediate', own.leaf, /lacks its intermediate certificate, or is from an/],
    [
      'own authority',
      own.withIntermediate,
      /is from an authority that this computer does not trust$/,
    ],
    [
      'own authority with its root',
      own.withRoot,
      /is from an authority that this computer does not trust$/,
    ],
  ] as const) {
    const causes = await causesAt(t, certificate);
    for (const found of causes) assert.match(found ?? '', cause, what);
  }
});

test('P86 a proxy for outgoing connections that fails is named: in a record, a login and a service token', async (t) => {
  const proxy = await startOutgoingProxy(t);
  const followEnvironment = useOwnProxies(t);
  const named = 'the proxy for outgoing connections does not connect to the platform';
  const expectNamed = async (what: string, url: string) => {
    followEnvironment(url);
    const platform = new URL(proxy.platformUrl.replace('http:', 'https:'));
    assert.deepEqual(await causesOfAll(t, platform), [named, named, named], what);
  };
  for (const status of [403, 502, 503]) {
    proxy.status = status;
    await expectNamed(String(status), proxy.url);
  }
  proxy.status = 200;
  await expectNamed('without the password: 407', proxy.url.replace(/\/\/.*@/, '//'));
  await expectNamed('TLS to a proxy without TLS', proxy.url.replace('http:', 'https:'));
  await expectNamed('down', `http://127.0.0.1:${await freePort()}`);
  proxy.hangsUp = true;
  await expectNamed('hangs up', proxy.url);
});

test('P86 a login in an app that copied the core names a refusing proxy, which Node then uses itself', async (t) => {
  const proxy = await startOutgoingProxy(t);
  proxy.status = 502;
  useOwnProxies(t);
  setGlobalDispatcher(new EnvHttpProxyAgent({ httpProxy: proxy.url }));
  const { exchangeCode } = createOAuthClient(clientOf(new URL(proxy.platformUrl)));
  const query = new URLSearchParams({ code: 'c', state: pending.state });
  const error = await errorOf(exchangeCode(query, pending));
  assert.equal(Object(error).code, 'platform-proxy');
});

test('problems that visitors meet are also named, and our own defect is called a defect', () => {
  const page = (problem: string) => new PageError({ status: 400, problem });
  assert.equal(causeOf(page('not-found')), 'no page exists at this URL');
  assert.equal(causeOf(page('too-often')), 'a rate limit was reached');
  assert.equal(
    causeOf(new LoginError('set-trust-proxy')),
    'the proxy does not report that visitors use https',
  );
  assert.equal(causeOf(new TypeError('x is undefined'), 'internal'), 'a defect in Lanyard');
  assert.equal(causeOf('thrown'), undefined);
});

test('the sixth error of a chain is named, and the seventh is not', () => {
  const inChainOf = (length: number): Error => {
    if (length === 1) return Object.assign(new Error('refused'), { code: 'platform-away' });
    return new Error('because', { cause: inChainOf(length - 1) });
  };
  assert.equal(causeOf(inChainOf(6)), 'the platform cannot be reached');
  assert.equal(causeOf(inChainOf(7)), undefined);
});

test('outside text never reaches the log', () => {
  for (const message of ['CANARY', 'OOM CANARY', 'WRONGPASS CANARY']) {
    const error = Object.assign(new Error(message), { error: 'CANARY', code: 'CANARY' });
    assert.doesNotMatch(JSON.stringify(causeOfError(error, 'CANARY') ?? {}), /CANARY/);
    assert.doesNotMatch(String(redisCodeOf(error)), /CANARY/);
  }
});

const pending = {
  state: 's'.repeat(43),
  codeVerifier: 'v'.repeat(43),
  scopes: ['pii:basic'],
  returnTo: '/',
  createdAt: 0,
};

function clientOf(platform: URL) {
  const oauth: OAuthOptions = {
    clientId: 'lanyard',
    clientSecret: 'client-secret',
    issuer: platform.origin,
    endpoints: { authorization: platform, token: platform },
  };
  return {
    oauth,
    redirectUri: new URL('http://localhost:3000/login/callback'),
    now: Date.now,
    warn: () => {},
  };
}

/**
 * The causes logged for a record, a login and a service token on a platform with this certificate.
 */
async function causesAt(t: TestContext, certificate: Certificate): Promise<(string | undefined)[]> {
  const server = createHttpsServer(certificate, (_req, res) => res.end());
  const { port } = new URL(await listen(t, server, '127.0.0.1'));
  return causesOfAll(t, new URL(`https://127.0.0.1:${port}`));
}

async function causesOfAll(t: TestContext, baseUrl: URL): Promise<(string | undefined)[]> {
  const convention = createConvention({ baseUrl });
  t.after(() => convention.close());
  const attendee = convention.onBehalfOf({ accessToken: 'a-token', grantedScopes: [] });
  const { oauth } = clientOf(baseUrl);
  const query = new URLSearchParams({ code: 'c', state: pending.state });
  const requestToken = createServiceTokens({ ...oauth, tokenUrl: baseUrl, scopes: [] });
  const attempts = [
    attendee.currentUser(),
    createOAuthClient(clientOf(baseUrl)).exchangeCode(query, pending),
    requestToken(),
  ];
  return Promise.all(attempts.map(async (attempt) => causeOf(await errorOf(attempt))));
}

/**
 * Returns a function that sets the proxy in the environment. The variables are removed after the
 * test.
 */
function useOwnProxies(t: TestContext): (url: string) => void {
  const dispatcher = getGlobalDispatcher();
  const names = ['HTTP_PROXY', 'HTTPS_PROXY'];
  t.after(() => {
    setGlobalDispatcher(dispatcher);
    for (const name of names) delete process.env[name];
  });
  return (url) => {
    for (const name of names) process.env[name] = url;
    useProxyOfEnvironment();
  };
}

async function errorOf(promise: Promise<unknown> | undefined): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  return assert.fail('expected a rejection');
}
