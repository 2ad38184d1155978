// What Lighthouse says of home, profile and badge page, as a phone with a slow connection sees them. It is fetched when it is asked.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import test from 'node:test';
import { promisify } from 'node:util';
import { allServiceScopes, startApp } from '../support/start-app.ts';
import { logIn, visitor } from '../support/visitor.ts';

const lighthouse = 'lighthouse@12.8.2';
/** Personal pages are not for search engines: only the home page is measured for them. */
const bars = { performance: 99, accessibility: 100, 'best-practices': 100 };
const pages = [
  { path: '/', loggedIn: false, bars: { ...bars, seo: 100 } },
  { path: '/profile', loggedIn: true, bars },
  { path: '/badge-name', loggedIn: true, bars },
];

interface Report {
  readonly categories: Record<string, { readonly score: number }>;
  readonly audits: Record<string, { readonly score: number | null; readonly title: string }>;
}

for (const { path, loggedIn, bars } of pages) {
  test(`Lighthouse is content with ${path}`, async (t) => {
    const { url } = await startApp(t, { settings: { SERVICE_SCOPES: allServiceScopes } });
    const robin = visitor();
    if (loggedIn) await logIn(robin, url + path, { as: 'robin' });
    const cookie = [...robin.cookies(url)].map(([name, value]) => `${name}=${value}`).join('; ');
    const { categories, audits } = await measure(url + path, { cookie, categories: Object.keys(bars) });
    const scores = Object.fromEntries(Object.entries(categories).map(([name, { score }]) => [name, score * 100]));
    t.diagnostic(
      `${path}: ${Object.entries(scores)
        .map((entry) => entry.join(' '))
        .join(', ')}`,
    );
    const lost = Object.values(audits).filter(({ score }) => score !== null && score < 0.9);
    for (const [name, bar] of Object.entries(bars)) {
      assert.ok((scores[name] ?? 0) >= bar, `${name} ${scores[name]}: ${lost.map(({ title }) => title).join('; ')}`);
    }
  });
}

async function measure(
  address: string,
  { cookie, categories }: { cookie: string; categories: string[] },
): Promise<Report> {
  const options = [
    ...['--output=json', '--quiet', `--only-categories=${categories}`, '--chrome-flags=--headless=new --no-sandbox'],
    ...(cookie ? [`--extra-headers=${JSON.stringify({ Cookie: cookie })}`] : []),
  ];
  const { stdout } = await promisify(execFile)('npx', ['-y', lighthouse, address, ...options], {
    env: { ...process.env, CHROME_PATH: '/usr/bin/chromium' },
    maxBuffer: 1e8,
  });
  return JSON.parse(stdout);
}
