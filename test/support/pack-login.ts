// `npm run pack:login [folder]`: packs src/login as the npm package `convention-login` into that
// folder, by default the one where the command was run.
import { resolve } from 'node:path';
import { packLogin } from './login-package.ts';

try {
  const startedIn = process.env.INIT_CWD ?? '.';
  const folder = resolve(startedIn, process.argv[2] ?? '.');
  console.log(packLogin({ login: 'src/login', into: folder }));
} catch (error) {
  console.error(`The login cannot be packed: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
