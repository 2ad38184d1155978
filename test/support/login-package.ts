// Packs the login core for npm: compiled JavaScript, types, README, changelog and licence.
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packagesOfLogin } from './architecture.ts';
import { compileInto } from './compiler.ts';

const project = fileURLToPath(new URL('../../', import.meta.url));

/** Peer dependencies: host and login must share them, as the host mounts the session and routes. */
const packagesOfHost = ['express', 'express-session'];
/** Needed only by hosts written in TypeScript. */
const typesOfHost = ['@types/express', '@types/express-session', '@types/node'];

/**
 * Packs `src/login` into a `.tgz` file in the folder `into`, with README.md and CHANGELOG.md from
 * the folder `login`. Returns the file name. Throws an Error that names what is missing.
 */
export function packLogin({ login, into }: { login: string; into: string }): string {
  const documents = ['README.md', 'CHANGELOG.md'].map((name) => join(login, name));
  const missing = documents.find((path) => !existsSync(path));
  if (missing) throw new Error(`${missing} is missing`);

  const folder = mkdtempSync(join(tmpdir(), 'convention-login-'));
  try {
    const [readme = '', changelog = ''] = documents;
    const contents = describePackage(newestVersion(changelog));
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(contents, undefined, 2)}\n`);
    copyFileSync(readme, join(folder, 'README.md'));
    copyFileSync(changelog, join(folder, 'CHANGELOG.md'));
    copyFileSync(join(project, 'LICENSE'), join(folder, 'LICENSE'));
    compileInto(folder, fileURLToPath(new URL('tsconfig.pack-login.json', import.meta.url)));
    return pack(folder, into);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the version in the first heading that has one: `## 1.2.0`. Throws if none has. */
function newestVersion(changelog: string): string {
  const version = /^## (\d+\.\d+\.\d+)\b/m.exec(readFileSync(changelog, 'utf8'))?.[1];
  if (!version) throw new Error(`${changelog} has no heading with a version, like "## 1.0.0"`);
  return version;
}

function describePackage(version: string) {
  const { license, engines, dependencies, devDependencies } = readPackageJson();
  const ownPackages = packagesOfLogin.filter((name) => !packagesOfHost.includes(name));
  const sameMajor = (name: string) => `${versionOf(name).split('.')[0]}.x`;
  const versionOf = (name: string) => {
    const found = dependencies[name] ?? devDependencies[name];
    if (!found) throw new Error(`package.json does not name ${name}, which the login needs`);
    return found;
  };
  return {
    name: 'convention-login',
    version,
    description: 'Log in with the convention, in any Express app.',
    license,
    type: 'module',
    engines,
    exports: {
      '.': { types: './login.d.ts', default: './login.js' },
      './operators': { types: './operators.d.ts', default: './operators.js' },
      './optional/*': { types: './optional/*.d.ts', default: './optional/*.js' },
    },
    types: './login.d.ts',
    dependencies: Object.fromEntries(ownPackages.map((name) => [name, versionOf(name)])),
    peerDependencies: Object.fromEntries([
      ...packagesOfHost.map((name) => [name, sameMajor(name)]),
      // Any version: the host picks the types that match its own Node and Express.
      ...typesOfHost.map((name) => [name, '*']),
    ]),
    peerDependenciesMeta: Object.fromEntries(typesOfHost.map((name) => [name, { optional: true }])),
  };
}

interface PackageJson {
  readonly license: string;
  readonly engines: object;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

function readPackageJson(): PackageJson {
  return JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
}

function pack(folder: string, into: string): string {
  const options = ['--pack-destination', resolve(into), '--ignore-scripts', '--silent'];
  return execFileSync('npm', ['pack', ...options], { cwd: folder, encoding: 'utf8' }).trim();
}
