// Every page can be deleted, and the optional pages can be left out with PAGES. Without a page's
// views and its entry in app.ts, the app still starts, and other pages do not link to that page.
// test/architecture.test.ts checks that pages do not import each other.
import assert from 'node:assert/strict';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import test from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { CheerioAPI } from 'cheerio';
import { type AppDependencies, createApp } from '../../src/app.ts';
import { optionalPages } from '../../src/settings/settings.ts';
import { withCache } from '../support/app/limits.ts';
import { allPages, openPages } from '../support/app/page-paths.ts';
import { startScriptedApp } from '../support/app/scripted-app.ts';
import { type Visitor, visitor } from '../support/app/visitor.ts';
import { isProof } from '../support/machine/rounds.ts';
import { shared } from '../support/machine/shared.ts';
import { validResponses } from '../support/platform/valid-responses.ts';

const project = fileURLToPath(new URL('../../', import.meta.url));
const appFile = existsSync(join(project, 'src/app.js')) ? 'app.js' : 'app.ts';
const pages = readdirSync(join(project, 'src/pages'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

const startingPaths = { attendee: [...allPages, '/nowhere'], anybody: [...openPages, '/nowhere'] };

const sharing = (create: typeof createApp) => (given: AppDependencies) =>
  create({ ...given, limits: withCache });

const makeCopies = shared([], async (lifetime) => {
  const copies = mkdtempSync(join(tmpdir(), 'lanyard-'));
  lifetime.after(() => rmSync(copies, { recursive: true }));
  symlinkSync(join(project, 'node_modules'), join(copies, 'node_modules'));
  for (const page of pages) copyWithout(page, copies);
  return copies;
});

async function createAppWithout(page: string): Promise<typeof createApp> {
  const copies = await makeCopies();
  const { createApp } = await import(pathToFileURL(join(copies, page, 'src', appFile)).href);
  return createApp;
}

for (const page of pages) {
  test(`without the page ${page} every link and form of the other pages leads to a page`, async (t) => {
    const app = await startScriptedApp(
      t,
      validResponses,
      {},
      sharing(await createAppWithout(page)),
    );
    assert.deepEqual(await deadEndsFor('attendee', app), []);
    if (isProof) assert.deepEqual(await deadEndsFor('anybody', app), []);
  });
}

for (const kept of ['roles', 'badge-name']) {
  test(`with PAGES=${kept} there is no other optional page, and no link to one`, async (t) => {
    const app = await startScriptedApp(t, validResponses, { PAGES: kept }, sharing(createApp));
    const statusOf = async (path: string) => (await app.attendee.open(app.url + path)).status;
    for (const page of optionalPages) {
      const path = page === 'calendar' ? '/convention.ics' : `/${page}`;
      assert.equal(await statusOf(path), page === kept ? 200 : 404, path);
    }
    assert.equal(await statusOf('/badge-name.svg'), kept === 'badge-name' ? 200 : 404);
    for (const path of ['/', '/sharing', '/privacy', '/accessibility'])
      assert.equal(await statusOf(path), 200, path);
    assert.deepEqual(await deadEndsFor('attendee', app), []);
    assert.deepEqual(await deadEndsFor('anybody', app), []);
  });
}

async function deadEndsFor(
  kind: keyof typeof startingPaths,
  { url, attendee }: { url: string; attendee: Visitor },
): Promise<string[]> {
  const who = kind === 'attendee' ? attendee : visitor();
  const paths = new Set(startingPaths[kind]);
  const unknown = new Set<string>();
  const linked = new Set<string>();
  const forms = new Set<string>();
  for (const path of paths) {
    // These paths are not pages, and opening them would log the anonymous visitor in.
    if (/^\/login(\/callback)?(\?|$)/.test(path)) continue;
    // Requests the page as if a link on this site had been followed. A URL typed by the visitor
    // would make the app read all records again.
    const { $, status } = await who.open(url + path, url);
    if (status === 404) unknown.add(path);
    for (const target of targetsIn($)) {
      linked.add(target);
      paths.add(target);
    }
    for (const form of $('form[method=post]').toArray()) forms.add($(form).attr('action') ?? '');
  }
  const deadLinks = [...linked].filter((target) => unknown.has(target));
  return [...(await deadFormsAmong(forms, { who, url })), ...deadLinks];
}

async function deadFormsAmong(
  actions: Iterable<string>,
  { who, url }: { who: Visitor; url: string },
): Promise<string[]> {
  const dead: string[] = [];
  for (const action of actions) {
    // A form without a token is also rejected, but not with 404.
    const headers = { 'sec-fetch-site': 'same-origin' };
    const { status } = await who.request(url + action, { method: 'POST', headers });
    if (status === 404) dead.push(action);
  }
  return dead;
}

function targetsIn($: CheerioAPI): string[] {
  const links = $('a').toArray();
  const forms = $('form:not([method=post])').toArray();
  const targets = [
    ...links.map((link) => $(link).attr('href')),
    ...forms.map((form) => $(form).attr('action')),
  ];
  return targets.filter((target) => target !== undefined && /^\/(?!\/)/.test(target)) as string[];
}

function copyWithout(page: string, copies: string): void {
  const copy = join(copies, page);
  cpSync(join(project, 'views'), join(copy, 'views'), { recursive: true });
  rmSync(join(copy, 'views', page), { recursive: true, force: true });
  for (const name of ['public', 'package.json']) symlinkSync(join(project, name), join(copy, name));

  mkdirSync(join(copy, 'src'));
  const realSources = relative(join(copy, 'src'), join(project, 'src'));
  const text = withoutPage(readFileSync(join(project, 'src', appFile), 'utf8'), page);
  writeFileSync(join(copy, 'src', appFile), text.replaceAll("from './", `from '${realSources}/`));
}

function withoutPage(app: string, page: string): string {
  const importOfPage = new RegExp(
    `^import \\{([^}]+)\\} from './pages/${page}/routes\\.[jt]s';\n`,
    'm',
  );
  const [, names = ''] = importOfPage.exec(app) ?? [];
  const entries = names.split(',').map((name) => `  ${name.trim()},\n`);
  const isListed = entries.every((entry) => app.includes(entry));
  assert.ok(names && isListed, `app.ts imports the page ${page} and lists it`);
  return entries.reduce((text, entry) => text.replace(entry, ''), app.replace(importOfPage, ''));
}
