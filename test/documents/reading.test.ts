// Checks docs/reading.md, which follows one login through the code: correct, and short.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'node:test';

const mostFiles = 12;
const mostJumpsBack = 4;

interface Stop {
  readonly number: number;
  readonly isMarkedAsJump: boolean;
  readonly file: string;
  readonly link: string;
  readonly text: string;
}

const page = readFileSync('docs/reading.md', 'utf8');
const numberedLines = page.split('\n').filter((line) => /^\d+\. /.test(line));
const stops: Stop[] = numberedLines.flatMap((line) => {
  const [, number, mark, file = '', link = '', text = ''] =
    /^(\d+)\. (↩ )?\[`([^`]+)`\]\(\.\.\/([^)]+)\): (.+)$/.exec(line) ?? [];
  return number
    ? [{ number: Number(number), isMarkedAsJump: mark !== undefined, file, link, text }]
    : [];
});

/** Returns a file without its comment lines. */
function codeOf(file: string): string {
  const isComment = /^\s*(\/\/|\/?\*)/;
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => !isComment.test(line)).join('\n');
}

function importsOf(file: string): string[] {
  const paths = [...codeOf(file).matchAll(/from '(\.[^']+)'/g)];
  return paths.map(([, path = '']) => join(dirname(file), path));
}

/**
 * Returns whether this stop goes back to a file of an earlier stop, other than the previous one.
 */
function isJumpBack(index: number): boolean {
  const file = stops[index]?.file;
  return (
    stops[index - 1]?.file !== file && stops.slice(0, index).some((stop) => stop.file === file)
  );
}

test('the reading path is a numbered list of stops, each at a file that exists', () => {
  assert.equal(stops.length, numberedLines.length, 'every numbered line is understood');
  assert.ok(stops.length > 0);
  assert.deepEqual(
    stops.map(({ number }) => number),
    stops.map((_, index) => index + 1),
  );
  for (const { file, link } of stops) {
    assert.equal(link, file);
    assert.ok(existsSync(file), file);
  }
});

test('a login is followed in at most twelve files, and the page names no other file', () => {
  const files = new Set(stops.map(({ file }) => file));
  assert.ok(files.size <= mostFiles, `${files.size} files`);
  assert.match(page, new RegExp(`: ${files.size} files\\.`), 'the head says how many');
  const named = page.match(/[\w./-]+\.(ts|eta)\b/g) ?? [];
  const others = named.map((path) => path.replace('../', '')).filter((path) => !files.has(path));
  assert.deepEqual(others, []);
});

test('a login is followed with at most four jumps back, and each of them is marked', () => {
  const jumps = stops.filter((_, index) => isJumpBack(index));
  assert.ok(jumps.length <= mostJumpsBack, `${jumps.length} jumps back`);
  assert.deepEqual(
    stops.filter(({ isMarkedAsJump }) => isMarkedAsJump),
    jumps,
  );
  assert.match(
    page,
    new RegExp(`is a jump back: ${jumps.length} of them`),
    'the head says how many',
  );
});

test('every name in the line of a stop stands in the code of its file', () => {
  for (const { number, file, text } of stops) {
    const code = codeOf(file);
    const names = [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
    assert.notDeepEqual(names, [], `stop ${number} says what to look at`);
    for (const name of names) {
      const isThere = /^\w+$/.test(name)
        ? new RegExp(`\\b${name}\\b`).test(code)
        : code.includes(name);
      assert.ok(isThere, `stop ${number}: ${file} has no \`${name}\``);
    }
  }
});

test('the steps that the page numbers and quotes are the numbered comments of the callback', () => {
  const code = readFileSync('src/login/callback.ts', 'utf8');
  const steps = [...code.matchAll(/^ +\/\/ (\d+)\. (.+)$/gm)];
  assert.deepEqual(
    steps.map(([, number]) => Number(number)),
    steps.map((_, index) => index + 1),
  );
  const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
  assert.ok(page.includes(`the ${words[steps.length]} numbered steps of \`callback\``));

  const mentioned = page.match(/\bstep \d+/g) ?? [];
  const quoted = [...page.matchAll(/: step (\d+), “(.+?)”/g)];
  assert.ok(quoted.length > 3);
  assert.equal(quoted.length, mentioned.length, 'the page quotes each step that it mentions');
  for (const [, number, quote = ''] of quoted) {
    const [, , comment = ''] = steps[Number(number) - 1] ?? [];
    assert.ok(comment.startsWith(quote), `step ${number} is “${comment}”`);
  }
});

test('the code leads from stop to stop: each file is imported by an earlier one, or through one file between them', () => {
  for (const [index, { number, file }] of stops.entries()) {
    if (index === 0 || isJumpBack(index)) continue;
    const direct = stops.slice(0, index).flatMap((stop) => importsOf(stop.file));
    const reachable = [...direct, ...direct.flatMap(importsOf)];
    assert.ok(reachable.includes(file), `nothing before stop ${number} leads to ${file}`);
  }
});

test('a line that mentions another stop means one that exists, and not itself', () => {
  for (const { number, text } of stops) {
    for (const [, other] of text.matchAll(/stop (\d+)/g)) {
      assert.ok(
        Number(other) >= 1 && Number(other) <= stops.length,
        `stop ${number} mentions stop ${other}`,
      );
      assert.notEqual(Number(other), number);
    }
  }
});
