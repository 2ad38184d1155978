// `npm run mutants src/convention src/login`: makes small mutations of these files or folders, in a
// copy of this project, and lists those that no test notices. `--every=10` tries each tenth only.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { withLifetime } from '../../support/child-app.ts';
import { copyProject } from '../../support/project-copy.ts';
import { createAskedTests } from './asked-tests.ts';
import { type Mutation, mutated, mutationsOf } from './mutations.ts';

const [every = 1] = process.argv.flatMap((arg) => /^--every=(\d+)$/.exec(arg)?.slice(1) ?? []);
const paths = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
if (paths.length === 0) {
  console.error('Usage: npm run mutants -- PATH... [--every=10]');
  process.exit(2);
}

// A signal alone would leave the tests that run now without an end.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

await withLifetime(async (lifetime) => {
  const copy = copyProject(lifetime);
  const noticedBy = createAskedTests(copy);
  const counts = { 'by tests': 0, 'by types': 0, 'by nothing': 0 };
  let index = 0;
  for (const file of paths.flatMap(filesIn)) {
    // Of the copy: here it may change meanwhile.
    const source = readFileSync(join(copy.folder, file), 'utf8');
    const chosen = mutationsOf(source, file).filter(() => index++ % Number(every) === 0);
    const before = counts['by nothing'];
    for (const mutation of chosen) {
      const { test } = mutation;
      const noticed = await noticedBy({ file, source, changed: mutated(source, mutation), test });
      counts[noticed] += 1;
      if (noticed === 'by nothing') console.log(describe(file, mutation));
    }
    const survivors = counts['by nothing'] - before;
    if (chosen.length > 0)
      console.log(`${file}: ${chosen.length - survivors} of ${chosen.length} noticed`);
  }
  const { 'by tests': byTests, 'by types': byTypes, 'by nothing': survivors } = counts;
  const tried = byTests + byTypes + survivors;
  const percent = Math.round((100 * (tried - survivors)) / tried);
  console.log(
    `\n${tried - survivors} of ${tried} noticed, ${byTypes} of them by types only: ${percent} %`,
  );
});

function filesIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .sort()
    .map((file) => join(path, file));
}

function describe(file: string, { line, before, after }: Mutation): string {
  const shown = (text: string) => text.trim().replace(/\s+/g, ' ').slice(0, 80);
  return `  survives: ${file}:${line} \`${shown(before)}\` to \`${shown(after)}\``;
}
