// `npx` downloads Lighthouse. Its performance score depends on wall-clock time, so other processes
// lower the score. To reduce this effect, Chromium runs headless and the median of several scores
// counts (https://github.com/GoogleChrome/lighthouse, docs/variability.md).
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { promisify } from 'node:util';
import { allServiceScopes, startApp } from '../support/app/start-app.ts';
import { logIn, visitor } from '../support/app/visitor.ts';
import { chromiumPath } from '../support/browser/chromium.ts';

const lighthouse = 'lighthouse@12.8.2';
const measurements = 3;
/** `seo` is checked only for the home page, because search engines may index no other page. */
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
  test(`Lighthouse scores of ${path} reach their minimum`, async (t) => {
    const { url } = await startApp(t, { settings: { SERVICE_SCOPES: allServiceScopes } });
    const robin = visitor();
    if (loggedIn) await logIn(robin, url + path, { as: 'robin' });
    const cookie = [...robin.cookies(url)].map(([name, value]) => `${name}=${value}`).join('; ');
    const reports: Report[] = [];
    for (let count = 0; count < measurements; count += 1)
      reports.push(await measure(url + path, { cookie, categories: Object.keys(minimumScores) }));
    for (const [name, minimum] of Object.entries(minimumScores)) {
      const scores = scoresOf(name, reports);
      t.diagnostic(`${path}: ${name} ${scores.join(', ')}`);
      const [score = 0] = scores.slice(name === 'performance' ? measurements / 2 : 0);
      assert.ok(score >= minimum, `${name} ${scores}: ${failedAudits(reports)}`);
    }
  });
}

function scoresOf(category: string, reports: readonly Report[]): number[] {
  return reports
    .map(({ categories }) => Math.round((categories[category]?.score ?? 0) * 100))
    .sort((a, b) => a - b);
}

function failedAudits(reports: readonly Report[]): string {
  const failed = reports
    .flatMap(({ audits }) => Object.values(audits))
    .filter(({ score }) => score !== null && score < 0.9);
  return [...new Set(failed.map(({ title }) => title))].join('; ');
}

async function measure(
  address: string,
  { cookie, categories }: { cookie: string; categories: string[] },
): Promise<Report> {
  const options = [
    '--output=json',
    '--quiet',
    `--only-categories=${categories}`,
    '--chrome-flags=--headless --no-sandbox --disable-gpu',
    ...(cookie ? [`--extra-headers=${JSON.stringify({ Cookie: cookie })}`] : []),
  ];
  // Lighthouse kills Chromium, which leaves temporary files behind. So Chromium gets a temporary
  // folder of its own, which is deleted below.
  const folder = mkdtempSync(join(tmpdir(), 'lighthouse-'));
  try {
    const { stdout } = await promisify(execFile)('npx', ['-y', lighthouse, address, ...options], {
      env: { ...process.env, CHROME_PATH: chromiumPath, TMPDIR: folder },
      maxBuffer: 1e8,
    });
    return JSON.parse(stdout);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
