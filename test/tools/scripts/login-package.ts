import { packagesOfLogin } from '../../architecture.ts';
import { packFolder } from '../../support/machine/npm-package.ts';

/**
 * These packages become peer dependencies. The host mounts the session and the routes, so host and
 * login must use the same copy of each package.
 */
const packagesOfHost = ['express', 'express-session'];
/** Only hosts written in TypeScript need these packages. */
const typesOfHost = ['@types/express', '@types/express-session', '@types/node'];

/**
 * Packs `src/login` with the documents from the folder `login`. Returns the name of the `.tgz` file
 * in the folder `into`. Throws an Error if the README is missing.
 */
export function packLogin({ login, into }: { login: string; into: string }): string {
  return packFolder({
    name: 'convention-login',
    description: 'Log in with the convention, in any Express app.',
    documentsFrom: login,
    settings: new URL('tsconfig.pack-login.json', import.meta.url),
    into,
    exports: {
      '.': { types: './login.d.ts', default: './login.js' },
      './add-ons/*': { types: './add-ons/*.d.ts', default: './add-ons/*.js' },
    },
    packages: packagesOfLogin.filter((name) => !packagesOfHost.includes(name)),
    packagesOfHost,
    typesOfHost,
  });
}
