// `npm run sandbox`: starts the sandbox alone and prints how to use it.
import { startSandbox } from './app.ts';
import { hasAnyPort } from './oauth/redirect-uris.ts';
import { readSandboxSettings } from './settings.ts';

try {
  const settings = readSandboxSettings(process.env);
  const sandbox = await startSandbox(settings);
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => sandbox.close());
  console.log(`Sandbox convention: ${sandbox.url}`);
  const anyPort = hasAnyPort(settings.redirectUris) ? ' (on this computer: any port)' : '';
  console.log(
    `Client ${settings.clientId} may be sent back to ${settings.redirectUris.join(', ')}${anyPort}`,
  );
  console.log(
    'Log in as robin (everything filled in), sam (nothing optional), mallory (hostile) or one of nine others.',
  );
  console.log(
    `What happens is told at ${sandbox.url}/protocol; to become somebody else: ${sandbox.url}/oauth/logout`,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
