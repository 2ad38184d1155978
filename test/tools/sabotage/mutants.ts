// `npm run mutants src/convention src/login`: makes small mutations of these files or folders, in a
// copy of this project, and lists those that no test notices. `--every=10` tries each tenth only,
// and with `--from=3` those after three others: a sample that shares none with the first.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { withLifetime } from '../../support/child-app.ts';
import { copyProject } from '../../support/project-copy.ts';
import { createAskedTests } from './asked-tests.ts';
import { type Mutation, mutated, mutationsOf } from './mutations.ts';

const { values, positionals: paths } = parseArgs({
  allowPositionals: true,
  options: { every: { type: 'string', default: '1' }, from: { type: 'string', default: '0' } },
});
const [every, from] = [Number(values.every), Number(values.from)];
if (paths.length === 0 || !(from >= 0 && from < every)) {
  console.error('Usage: npm run mutants -- PATH... [--every=10 [--from=0 to 9]]');
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
    const chosen = mutationsOf(source, file).filter(() => index++ % every === from);
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
