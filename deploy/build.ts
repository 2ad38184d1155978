// `npm run build`: bundles the production programs with all packages into dist/. The bundles start
// in half the time and need no node_modules. They are not minified, so that stack traces name
// functions.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

const [folder = 'dist'] = process.argv.slice(2);
/** Bundled CommonJS packages call `require`. */
const require =
  "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

rmSync(folder, { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: ['src/server.ts', 'src/doctor.ts', 'src/people.ts'],
  outdir: folder,
  chunkNames: 'parts/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  banner: { js: require },
  metafile: true,
});
const packages = Object.keys(metafile.inputs).flatMap(
  (file) => /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? [],
);
const licenses = [...new Set(packages)].sort().map(licenseOf);
writeFileSync(`${folder}/LICENSES.txt`, licenses.join('\n'));

/** Returns the licence of a package, which must be distributed with its code. */
function licenseOf(path: string): string {
  const { name, version, license } = JSON.parse(readFileSync(`${path}/package.json`, 'utf8'));
  const text = licenseFileOf(path) ?? licenseInReadme(path) ?? licenseOfRepository(name);
  if (!text)
    throw new Error(
      `${path} has no license file: copy the license from its repository to deploy/licenses`,
    );
  return `${name} ${version}: ${license}\n\n${text.trim()}\n`;
}

function licenseFileOf(path: string): string | undefined {
  const file = readdirSync(path).find((each) => /^(licen[cs]e|copying)/i.test(each));
  return file && readFileSync(`${path}/${file}`, 'utf8');
}

function licenseInReadme(path: string): string | undefined {
  const file = readdirSync(path).find((each) => /^readme/i.test(each));
  const readme = file ? readFileSync(`${path}/${file}`, 'utf8') : '';
  return /^#+ *licen[cs]e\s*$.*(permission is hereby granted.*)/ims.exec(readme)?.[0];
}

/**
 * Returns the licence of a package that was published without it. `@redis/client` has the licence
 * of `redis`.
 */
function licenseOfRepository(name: string): string | undefined {
  const file = `deploy/licenses/${name.replace(/^@|\/.*$/g, '')}.txt`;
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
