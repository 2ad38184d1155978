// Packs a source folder for npm: compiled JavaScript, types, README, changelog and licence.
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileInto } from './compiler.ts';

const project = fileURLToPath(new URL('../../../', import.meta.url));

interface PackageOptions {
  readonly name: string;
  readonly description: string;
  readonly documentsFrom: string;
  readonly settings: URL;
  readonly into: string;
  readonly exports: Readonly<Record<string, { types: string; default: string }>>;
  readonly packages: readonly string[];
  readonly packagesOfHost: readonly string[];
  /** Optional peer dependencies, which only hosts written in TypeScript need. */
  readonly typesOfHost: readonly string[];
}

/**
 * Returns the name of the `.tgz` file in the folder `into`. Throws an Error if the README is
 * missing.
 */
export function packFolder(options: PackageOptions): string {
  const { documentsFrom, settings, into } = options;
  const readme = join(documentsFrom, 'README.md');
  if (!existsSync(readme)) throw new Error(`${readme} is missing`);

  const folder = mkdtempSync(join(tmpdir(), `${options.name}-`));
  try {
    const contents = JSON.stringify(describePackage(options), undefined, 2);
    writeFileSync(join(folder, 'package.json'), `${contents}\n`);
    copyFileSync(readme, join(folder, 'README.md'));
    for (const file of ['CHANGELOG.md', 'LICENSE'])
      copyFileSync(join(project, file), join(folder, file));
    const reference = join(documentsFrom, 'docs');
    if (existsSync(reference)) cpSync(reference, join(folder, 'docs'), { recursive: true });
    compileInto(folder, fileURLToPath(settings));
    return pack(folder, into);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Runs an `npm run pack:…` command. It writes the package to the folder in the first argument.
 * Default: the folder where npm was run.
 */
export function runPack(what: string, packInto: (folder: string) => string): void {
  try {
    console.log(packInto(resolve(process.env.INIT_CWD ?? '.', process.argv[2] ?? '.')));
  } catch (error) {
    console.error(`${what} cannot be packed: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  }
}

function describePackage(options: PackageOptions) {
  const { name, description, exports, packages, packagesOfHost, typesOfHost } = options;
  const { version, license, engines, dependencies, devDependencies } = readPackageJson();
  const versionOf = (name: string) => {
    const found = dependencies[name] ?? devDependencies[name];
    if (!found) throw new Error(`package.json does not name ${name}, which ${options.name} needs`);
    return found;
  };
  // The range lets `npm update` install security patches.
  const compatible = (name: string) => [name, `^${versionOf(name)}`];
  const sameMajor = (name: string) => [name, `${versionOf(name).split('.')[0]}.x`];
  return {
    ...{ name, version, description, license },
    type: 'module',
    engines,
    exports,
    types: exports['.']?.types,
    dependencies: Object.fromEntries(packages.map(compatible)),
    peerDependencies: Object.fromEntries([
      ...packagesOfHost.map(sameMajor),
      // Accepts any version, because the types must match the host's own Node and Express.
      ...typesOfHost.map((name) => [name, '*']),
    ]),
    peerDependenciesMeta: Object.fromEntries(typesOfHost.map((name) => [name, { optional: true }])),
  };
}

interface PackageJson {
  readonly version: string;
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
