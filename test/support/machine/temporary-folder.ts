import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Lifetime } from './child-app.ts';

export type FileContents = Readonly<Record<string, string | Buffer>>;

export function temporaryFolder(t: Lifetime, files: FileContents = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'lanyard-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

export function temporaryFile(t: Lifetime, content: string | Buffer): string {
  return join(temporaryFolder(t, { file: content }), 'file');
}
