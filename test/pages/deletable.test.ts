// Every page can go: without its folder, its views and its one place in app.ts the rest type-checks, and the app starts.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import request from 'supertest';
import { createAppAlone } from '../support/create-app-alone.ts';

const project = fileURLToPath(new URL('../../', import.meta.url));
const pages = readdirSync(join(project, 'src/pages'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

// One copy of the project for each page. The compiler checks them all at once: that takes as long as one.
const copies = mkdtempSync(join(tmpdir(), 'lanyard-'));
after(() => rmSync(copies, { recursive: true }));
for (const page of pages) copyWithout(page);
const complaints = await checkTypes();

for (const page of pages) {
  test(`without the page ${page} the rest type-checks`, () => {
    assert.deepEqual(
      complaints.filter((line) => line.startsWith(`${page}/`)),
      [],
    );
  });

  test(`without the page ${page} the app starts`, async () => {
    const { createApp } = await import(pathToFileURL(join(copies, page, 'src/app.ts')).href);
    const { app } = createAppAlone({ createApp });
    assert.equal((await request(app).get('/')).status, page === 'home' ? 404 : 200);
  });
}

test('the compiler was really asked: it finds the defect that was planted', () => {
  assert.ok(complaints.some((line) => line.startsWith('planted.ts(1,14): error TS2322')));
});

function copyWithout(page: string): void {
  for (const part of ['src', 'views', 'public', 'package.json']) {
    cpSync(join(project, part), join(copies, page, part), { recursive: true });
  }
  const file = join(copies, page, 'src/app.ts');
  const text = readFileSync(file, 'utf8');
  const importLine = new RegExp(`^import \\{ (\\w+) \\} from './pages/${page}/routes\\.ts';\n`, 'm');
  const [, name = ''] = importLine.exec(text) ?? [];
  // An element of the list of pages: on one line, or on several up to the bracket that closes it.
  const element = new RegExp(`^ {4}(?:\\.{3})?${name}\\((.*\\)|[^]*?\n {4}\\}\\)),\n`, 'm');
  assert.ok(name && element.test(text), `app.ts imports the page ${page} and lists it`);
  writeFileSync(file, text.replace(importLine, '').replace(element, ''));
  for (const part of ['src/pages', 'views']) rmSync(join(copies, page, part, page), { recursive: true });
}

/** Answers the lines in which the compiler complains, under the project's own settings. */
async function checkTypes(): Promise<string[]> {
  symlinkSync(join(project, 'node_modules'), join(copies, 'node_modules'));
  const settings = { extends: join(project, 'tsconfig.json'), include: ['.'] };
  writeFileSync(join(copies, 'tsconfig.json'), JSON.stringify(settings));
  writeFileSync(join(copies, 'planted.ts'), "export const count: number = 'not a number';\n");
  const compiler = join(project, 'node_modules/typescript/bin/tsc');
  const finish = promisify(execFile)(process.execPath, [compiler, '--noEmit'], { cwd: copies });
  const { stdout } = await finish.catch((failure) => failure);
  return stdout.trim().split('\n');
}
