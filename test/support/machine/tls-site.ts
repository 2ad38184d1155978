// The deployment in docs/operate.md on free ports: two instances, Redis with its users, the
// sandbox, and a TLS proxy that the test starts with a file from deploy/.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { startSandbox } from '../../../src/sandbox/app.ts';
import { testLimits } from '../app/limits.ts';
import { allServiceScopes } from '../app/start-app.ts';
import { sandboxSettings } from '../platform/sandbox-settings.ts';
import { selfSignedCertificate } from './certificate.ts';
import { type ChildApp, type Lifetime, startChild } from './child-app.ts';
import { startRedisWithUsers } from './deployment-files.ts';
import { freePort } from './free-port.ts';
import { runProgram } from './program.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** The proxy writes only into `folder`. */
export interface ProxyPlace {
  readonly folder: string;
  readonly httpPort: string;
  readonly httpsPort: string;
  /** The two instances' ports, which replace 3001 and 3002 in the proxy's configuration. */
  readonly instancePorts: readonly [string, string];
  /** Paths of PEM files. The certificate is for `localhost`. */
  readonly certificate: string;
  readonly key: string;
}

export interface TlsSite extends ProxyPlace {
  readonly url: string;
  askDoctor(): Promise<{ exitCode: number; printed: string }>;
  start(): Promise<void>;
  restart(instance: 0 | 1): Promise<void>;
  output(): string;
}

/**
 * Prepares everything except the proxy and the instances. Visitors in this process trust the
 * proxy's certificate.
 */
export async function prepareTlsSite(t: Lifetime): Promise<TlsSite> {
  const folder = temporaryFolder(t);
  const [httpPort, httpsPort, first, second] = [
    ...(await Promise.all([freePort(), freePort(), freePort(), freePort()])),
  ].map(String) as [string, string, string, string];
  const url = `https://localhost:${httpsPort}`;
  const certificate = join(folder, 'certificate.pem');
  const key = join(folder, 'key.pem');
  const pem = selfSignedCertificate();
  writeFileSync(certificate, pem.cert);
  writeFileSync(key, pem.key);
  trustCertificate(t, pem.cert);

  const clientSecret = randomBytes(16).toString('hex');
  const redirectUris = [`${url}/login/callback`];
  const sandbox = await startSandbox({
    clients: [{ id: 'lanyard', secret: clientSecret }],
    redirectUris,
  });
  t.after(() => sandbox.close());
  const redis = await startRedisWithUsers(t);
  const settings = {
    ...sandboxSettings({ publicUrl: url, sandboxUrl: sandbox.url, redisUrl: redis.siteUrl }),
    OAUTH_CLIENT_SECRET: clientSecret,
    SERVICE_SCOPES: allServiceScopes,
    TRUST_PROXY: '1',
    HOST: '127.0.0.1',
    NODE_ENV: 'production',
    NODE_EXTRA_CA_CERTS: certificate,
  };
  return {
    ...{ url, folder, httpPort, httpsPort, certificate, key },
    instancePorts: [first, second],
    askDoctor: () => askDoctor({ ...settings, PORT: first }),
    ...twoInstances(t, settings, [first, second]),
  };
}

async function askDoctor(settings: Record<string, string>) {
  const { PATH = '' } = process.env;
  const doctor = runProgram('src/doctor.ts', ['--json'], { env: { PATH, ...settings } });
  const [printed, [exitCode]] = await Promise.all([text(doctor.stdout), once(doctor, 'exit')]);
  return { exitCode, printed };
}

/** Redis may be slow on a busy machine, and these tests are not about its timeout. */
const serverOptions = JSON.stringify({ redisDeadlineMs: 10_000, limits: testLimits });

function twoInstances(
  t: Lifetime,
  settings: Record<string, string>,
  ports: readonly [string, string],
): Pick<TlsSite, 'start' | 'restart' | 'output'> {
  const running: ChildApp[] = [];
  const stopped: string[] = [];
  const startInstance = (instance: 0 | 1) =>
    startChild(t, {
      file: 'test/support/machine/server-process.ts',
      env: { ...settings, PORT: ports[instance], SERVER_OPTIONS: serverOptions },
      ready: ['Lanyard is up', 'connected to Redis'],
    });
  return {
    async start() {
      running.push(...(await Promise.all([startInstance(0), startInstance(1)])));
    },
    async restart(instance) {
      await running[instance]?.stop();
      stopped.push(running[instance]?.output() ?? '');
      running[instance] = await startInstance(instance);
    },
    output: () => [...stopped, ...running.map((each) => each.output())].join(''),
  };
}

/** Makes all undici requests from this process trust this certificate until the test ends. */
export function trustCertificate(t: Lifetime, ca: string): void {
  const before = getGlobalDispatcher();
  const agent = new Agent({ connect: { ca }, headersTimeout: 30_000, bodyTimeout: 30_000 });
  setGlobalDispatcher(agent);
  t.after(async () => {
    setGlobalDispatcher(before);
    await agent.close();
  });
}
