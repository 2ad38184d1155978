// `npm run build`: bundles the production programs and their packages into dist/. Starting a bundle
// takes about half as much CPU time as starting the source files, and needs no node_modules. The
// bundles are not minified, so that stack traces name functions. `npm run build:sandbox` bundles
// the sandbox into dist-sandbox/.
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { build, type Plugin } from 'esbuild';
import { Eta } from 'eta';

const [folder = 'dist', program = 'app'] = process.argv.slice(2);
const isSandbox = program === 'sandbox';
/** Bundled CommonJS packages call `require`, which ES modules do not have. */
const require =
  "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

/** Replaces src/web/compiled-templates.ts with the compiled templates. */
const templates: Plugin = {
  name: 'templates',
  setup({ onLoad }) {
    onLoad({ filter: /compiled-templates\.ts$/ }, () => ({ contents: compileTemplates() }));
  },
};

rmSync(folder, { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: isSandbox
    ? ['src/sandbox/server.ts']
    : ['src/server.ts', 'src/doctor.ts', 'src/people.ts'],
  outdir: folder,
  chunkNames: 'parts/[name]-[hash]',
  bundle: true,
  // The sandbox looks for its pages' assets beside its own code, which splitting could move to
  // parts/.
  splitting: !isSandbox,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  banner: { js: require },
  plugins: [templates],
  metafile: true,
});
const packages = Object.keys(metafile.inputs).flatMap(
  (file) => /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? [],
);
const licenses = [...new Set(packages)].sort().map(licenseOf);
writeFileSync(`${folder}/LICENSES.txt`, licenses.join('\n'));
if (isSandbox) {
  for (const file of ['sandbox.css', 'sandbox.svg'])
    copyFileSync(`src/sandbox/pages/${file}`, `${folder}/${file}`);
  writeFileSync(`${folder}/package.json`, JSON.stringify({ type: 'module' }));
}

function compileTemplates(): string {
  const eta = new Eta();
  const files = readdirSync('views', { recursive: true, encoding: 'utf8' });
  const functions = files
    .filter((path) => path.endsWith('.eta'))
    .sort()
    .map((path) => {
      const body = eta.compileToString(readFileSync(`views/${path}`, 'utf8'));
      return `${JSON.stringify(path)}: function (it, options) {${body}\n},\n`;
    });
  return `export const compiledTemplates = {\n${functions.join('')}};\n`;
}

/** Returns a package's licence, which must be distributed with its code. */
function licenseOf(path: string): string {
  const { name, version, license } = JSON.parse(readFileSync(`${path}/package.json`, 'utf8'));
  const text = licenseFileOf(path) ?? licenseInReadme(path) ?? licenseCopyOf(name);
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
 * For a package whose npm release lacks the licence text, returns the text that we copied from its
 * repository into deploy/licenses. `@redis/client` has the same licence as `redis`.
 */
function licenseCopyOf(name: string): string | undefined {
  const file = `deploy/licenses/${name.replace(/^@|\/.*$/g, '')}.txt`;
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
