// `npm run pack:login [folder]` packs src/login as the npm package `convention-login`. The default
// folder is the one where the command was run.

import { runPack } from '../../support/machine/npm-package.ts';
import { packLogin } from './login-package.ts';

runPack('The login', (into) => packLogin({ login: 'src/login', into }));
