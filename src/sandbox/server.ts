// `npm run sandbox`: starts only the sandbox, and prints how to use it. `--strict` selects strict
// mode.
import { parseArgs } from 'node:util';
import { startSandbox } from './app.ts';
import { hasLoopback } from './oauth/redirect-uris.ts';
import { yearOfNextConvention } from './records/convention.ts';
import { readSandboxSettings } from './settings.ts';

try {
  const { values } = parseArgs({ options: { strict: { type: 'boolean' } } });
  const settings = readSandboxSettings({
    ...process.env,
    ...(values.strict && { SANDBOX_STRICT: 'on' }),
  });
  const sandbox = await startSandbox({ ...settings, year: yearOfNextConvention(Date.now()) });
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => sandbox.close());
  console.log(`Sandbox convention: ${sandbox.url}`);
  const hasAnyPort = !settings.strict && hasLoopback(settings.redirectUris);
  const anyPort = hasAnyPort ? ' (on this computer: any port)' : '';
  console.log(
    'ALL PEOPLE HERE ARE INVENTED, and anybody can log in as any of them. Never use it for a real convention.',
  );
  console.log(`Clients: ${settings.clients.map(({ id }) => id).join(', ')}`);
  console.log(`Their redirect URIs: ${settings.redirectUris.join(', ')}${anyPort}`);
  console.log(`Mode: ${settings.strict ? 'strict' : 'tolerant'}. ${sandbox.url} can switch it.`);
  console.log(
    'Log in as robin (everything filled in), sam (nothing optional), mallory (hostile) or one of nine others.',
  );
  console.log(
    `${sandbox.url}/protocol shows each step. To log in as somebody else, open ${sandbox.url}/oauth/logout first.`,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
