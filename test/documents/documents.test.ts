import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { select } from '../tools/runner/select.ts';

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
const files = [...readdirSync('.'), ...['docs', 'src', 'test', 'examples'].flatMap(filesIn)];
const documents = files.filter((file) => file.endsWith('.md'));
const read = (file: string) => readFileSync(file, 'utf8');

for (const file of documents) {
  test(`every link of ${file} leads to a file`, () => {
    for (const [, target = ''] of read(file).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^(https?:|#)/.test(target)) continue;
      const path = join(dirname(file), target.replace(/#.*/, ''));
      assert.equal(existsSync(path), true, `${file} links to ${target}, which does not exist`);
    }
  });
}

test('every `npm test -- …` in a document selects tests with each of its arguments', () => {
  const commands = documents.flatMap((file) => [...read(file).matchAll(/`npm test -- ([^`…]+)`/g)]);
  assert.equal(commands.length > 8, true, 'the document has commands');
  for (const [command, args = ''] of commands) {
    // The example page in the guide does not exist, so a different page replaces it.
    const there = args.replace('pages/merch', 'pages/roles').split(' ');
    assert.doesNotThrow(() => select(there, ['.test.ts']), command);
  }
});

test('every section of the interface that the code cites is in docs/interface.md', () => {
  const sections = new Set(
    [...read('docs/interface.md').matchAll(/^#+ (\d+(?:\.\d+)?)|^\| (4\.\d+) \|/gm)].map(
      ([, heading, row]) => heading ?? row,
    ),
  );
  const sources = files.filter((file) => /^(src|test|examples)\/.*\.ts$/.test(file));
  let count = 0;
  for (const file of sources) {
    for (const [cited, number = ''] of read(file).matchAll(
      /docs\/interface\.md,? (?:section )?(\d(?:\.\d+)?)/g,
    )) {
      count += 1;
      assert.equal(
        sections.has(number),
        true,
        `${file} cites "${cited}", which is not in docs/interface.md`,
      );
    }
  }
  assert.equal(count > 40, true, `only ${count} citations were found: the pattern is wrong`);
});
