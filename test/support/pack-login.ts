// `npm run pack:login`: packs src/login as the package `convention-login`, into the folder where it is run or the one that is given.
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
