// `npm run pack:login [folder]` packs src/login as the npm package `convention-login`. The default
// folder is the one where the command was run.
import { packLogin } from './login-package.ts';
import { runPack } from './npm-package.ts';

runPack('The login', (into) => packLogin({ login: 'src/login', into }));
