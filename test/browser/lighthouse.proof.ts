// Lighthouse scores of the home, profile and badge pages on a phone with a slow connection.
// `npx` downloads Lighthouse when the test runs.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { promisify } from 'node:util';
import { allServiceScopes, startApp } from '../support/start-app.ts';
import { logIn, visitor } from '../support/visitor.ts';

const lighthouse = 'lighthouse@12.8.2';
/** The lowest scores allowed. Only the home page is for search engines, so only it has `seo`. */
const minimumScores = { performance: 99, accessibility: 100, 'best-practices': 100 };
const pages = [
  { path: '/', loggedIn: false, minimumScores: { ...minimumScores, seo: 100 } },
  { path: '/profile', loggedIn: true, minimumScores },
  { path: '/badge-name', loggedIn: true, minimumScores },
];

interface Report {
  readonly categories: Record<string, { readonly score: number }>;
  readonly audits: Record<string, { readonly score: number | null; readonly title: string }>;
}

for (const { path, loggedIn, minimumScores } of pages) {
  test(`Lighthouse is content with ${path}`, async (t) => {
    const { url } = await startApp(t, { settings: { SERVICE_SCOPES: allServiceScopes } });
    const robin = visitor();
    if (loggedIn) await logIn(robin, url + path, { as: 'robin' });
    const cookie = [...robin.cookies(url)].map(([name, value]) => `${name}=${value}`).join('; ');
    const { categories, audits } = await measure(url + path, {
      cookie,
      categories: Object.keys(minimumScores),
    });
    const scores = Object.fromEntries(
      Object.entries(categories).map(([name, { score }]) => [name, score * 100]),
    );
    t.diagnostic(
      `${path}: ${Object.entries(scores)
        .map((entry) => entry.join(' '))
        .join(', ')}`,
    );
    const failedAudits = Object.values(audits).filter(({ score }) => score !== null && score < 0.9);
    for (const [name, minimum] of Object.entries(minimumScores)) {
      assert.ok(
        (scores[name] ?? 0) >= minimum,
        `${name} ${scores[name]}: ${failedAudits.map(({ title }) => title).join('; ')}`,
      );
    }
  });
}

async function measure(
  address: string,
  { cookie, categories }: { cookie: string; categories: string[] },
): Promise<Report> {
  const options = [
    '--output=json',
    '--quiet',
    `--only-categories=${categories}`,
    '--chrome-flags=--headless=new --no-sandbox',
    ...(cookie ? [`--extra-headers=${JSON.stringify({ Cookie: cookie })}`] : []),
  ];
  // Chromium leaves files behind when Lighthouse ends it.
  const folder = mkdtempSync(join(tmpdir(), 'lighthouse-'));
  try {
    const { stdout } = await promisify(execFile)('npx', ['-y', lighthouse, address, ...options], {
      env: { ...process.env, CHROME_PATH: '/usr/bin/chromium', TMPDIR: folder },
      maxBuffer: 1e8,
    });
    return JSON.parse(stdout);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
