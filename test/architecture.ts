import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type Files = ReadonlyMap<string, string>;
export type Rule = (files: Files) => string[];

const floor = ['src/errors.ts', 'src/text.ts', 'src/contrast.ts', 'src/scopes.ts'];

/**
 * Maps each file and folder in `src` to the places from which it may import, besides itself.
 * Imports go only downwards, from the entry points to `floor`. A file without an entry is a
 * violation.
 */
const places: Readonly<Record<string, readonly string[]>> = {
  'src/server.ts': ['src/server', 'src/settings'],
  'src/demo.ts': [
    ...['src/app.ts', 'src/server', 'src/wiring', 'src/sandbox'],
    ...['src/login', 'src/log', 'src/settings', 'src/scopes.ts'],
  ],
  'src/doctor.ts': ['src/commands', 'src/settings', 'src/convention'],
  'src/people.ts': ['src/commands', 'src/settings'],

  'src/server': [
    ...['src/app.ts', 'src/wiring', 'src/checks', 'src/convention'],
    ...['src/redis', 'src/login', 'src/log', 'src/settings', ...floor],
  ],
  'src/app.ts': [
    ...['src/pages', 'src/wiring', 'src/checks', 'src/convention'],
    ...['src/web', 'src/login', 'src/log', 'src/settings', ...floor],
  ],
  'src/wiring': ['src/convention', 'src/web', 'src/login', 'src/log', 'src/settings', ...floor],
  'src/commands': ['src/checks', 'src/redis', 'src/login', 'src/log', 'src/settings', ...floor],
  'src/checks': [
    ...['src/redis', 'src/login', 'src/convention'],
    ...['src/log', 'src/settings', ...floor],
  ],

  'src/pages': [
    ...['src/wiring', 'src/convention', 'src/badge', 'src/web'],
    ...['src/login', 'src/settings', ...floor],
  ],

  'src/badge': ['src/web', 'src/settings', ...floor],
  'src/web': ['src/login', 'src/log', 'src/settings', ...floor],
  'src/log': ['src/login', ...floor],
  'src/settings': ['src/redis', 'src/login', ...floor],
  'src/redis': ['src/login'],

  'src/login': [],
  'src/convention': [],
  'src/sandbox': [],

  'src/errors.ts': [],
  'src/text.ts': ['src/convention'],
  'src/contrast.ts': [],
  'src/scopes.ts': [],
};

/**
 * Only files that match a pattern may import the package. Packages without an entry may be imported
 * anywhere.
 */
const packagePlaces: Record<string, readonly RegExp[]> = {
  express: [
    /^src\/(app\.ts|wiring|login|web|sandbox)/,
    /^src\/checks\/proxy\.ts$/,
    /^src\/pages\/(page-dependencies|[^/]+\/routes)\.ts$/,
  ],
  redis: [/^src\/(login\/store|redis)\//],
  'express-session': [/^src\/(wiring|login)\//],
  cookie: [/^src\/login\//],
  'connect-redis': [/^src\/login\/sessions\//],
  'openid-client': [/^src\/login\/oauth\//],
  'oidc-provider': [/^src\/sandbox\//],
};

export const packagesOfLogin = [
  'express',
  'express-session',
  'connect-redis',
  'redis',
  'openid-client',
  'cookie',
];

export const packagesOfConvention = ['undici', 'zod'];

/**
 * The layers of src/login, from top to bottom. A file may import from lower layers, and from its
 * own layer within its folder.
 */
const loginLayers: readonly RegExp[] = [
  /^src\/login\/add-ons\//,
  /^src\/login\/(?!(attendee|connection-failure|crypto|login-error)\.ts$)[^/]+\.ts$/,
  /^src\/login\/(sessions|oauth|browser)\//,
  /^src\/login\/store\//,
  /^src\/login\/(attendee|connection-failure|crypto|login-error)\.ts$/,
];

function layerOf(path: string): number | undefined {
  const layer = loginLayers.findIndex((pattern) => pattern.test(path));
  return layer < 0 ? undefined : layer;
}

export const rules: Record<string, Rule> = {
  'every file is in its place': (files) =>
    sourcesOf(files)
      .filter(({ path }) => !placeOf(path))
      .map(({ path }) => `${path} has no place: move it to one of ${folders.join(', ')}`),

  'imports go downwards only': (files) =>
    importsOf(files).flatMap(({ from, to }) => {
      const [place, target] = [placeOf(from), placeOf(to)];
      if (!place || !target) return [];
      if (place === target) return isOtherPage(from, to) ? [pageImportsPage(from, to)] : [];
      const allowed = places[place] ?? [];
      return allowed.includes(target)
        ? []
        : [`${from} imports ${to}: ${place} may import ${allowed.join(', ') || 'nothing else'}`];
    }),

  'src/web takes only types from the settings': (files) =>
    [...files]
      .filter(([path]) => path.startsWith('src/web/'))
      .filter(([, text]) => /^import (?!type )[^;]*'(\.\.\/)+settings\//m.test(text))
      .map(([path]) => path),

  'imports inside the login go downwards only': (files) =>
    importsOf(files).flatMap(({ from, to }) => {
      const [layer, target] = [layerOf(from), layerOf(to)];
      if (layer === undefined || target === undefined || target > layer) return [];
      return dirname(from) === dirname(to) && target === layer
        ? []
        : [`${from} imports ${to}, which is not below it`];
    }),

  'only the login’s entry file and its add-ons are imported outside': (files) =>
    importsOf(files)
      .filter(
        ({ from, to }) =>
          /^src\/login\/(?!login\.ts$|add-ons\/)/.test(to) && !from.startsWith('src/login/'),
      )
      .map(({ from, to }) => `${from} imports ${to}`),

  'the login can be copied: it knows only node:* and packages of the list': (files) =>
    importsOf(files)
      .filter(({ from, to }) => from.startsWith('src/login/') && !to.startsWith('src/login/'))
      .filter(({ to }) => !to.startsWith('node:') && !packagesOfLogin.includes(packageOf(to)))
      .map(({ from, to }) => `${from} imports ${to}`),

  'the convention client can be copied: it knows only node:* and packages of the list': (files) =>
    importsOf(files)
      .filter(
        ({ from, to }) => from.startsWith('src/convention/') && !to.startsWith('src/convention/'),
      )
      .filter(({ to }) => !to.startsWith('node:') && !packagesOfConvention.includes(packageOf(to)))
      .map(({ from, to }) => `${from} imports ${to}`),

  'a package is imported only where it belongs': (files) =>
    importsOf(files)
      .filter(
        ({ from, to }) => packagePlaces[packageOf(to)]?.some((place) => place.test(from)) === false,
      )
      .map(({ from, to }) => `${from} imports ${to}`),

  'an import names its file': (files) =>
    codeOf(files).flatMap(({ path, code }) =>
      /\bimport\((?!\s*['"])|\bcreateRequire\b/.test(code)
        ? [`${path} computes what it imports`]
        : [],
    ),

  'a file opens with a comment': (files) =>
    sourcesOf(files).flatMap(({ path, text }) => (/^\/\/ \S/.test(text) ? [] : [path])),

  'a template writes nothing unescaped except its parts': (files) =>
    findInTemplates(files, /<%[-_]?\s*~(?!\s*(it\.body|include\([^%]*\))\s*[-_]?%>).*/g),

  'a template has no inline style and no inline script': (files) =>
    findInTemplates(
      files,
      /<style\b(?!>@font-face\{)|<script\b(?![^>]*\bsrc=)|\sstyle\s*=|\son[a-z]+\s*=|javascript:/gi,
    ),
};

export function readProject(): Files {
  const project = fileURLToPath(new URL('../', import.meta.url));
  const within = (folder: string) =>
    readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
      join(folder, path),
    );
  const paths = ['package.json', ...within('src'), ...within('views')].filter((path) =>
    /\.(ts|eta|json)$/.test(path),
  );
  return new Map(paths.map((path) => [path, readFileSync(join(project, path), 'utf8')]));
}

const folders = Object.keys(places).filter((place) => !place.endsWith('.ts'));

function placeOf(path: string): string | undefined {
  return Object.keys(places).find((place) =>
    place.endsWith('.ts') ? path === place : path.startsWith(`${place}/`),
  );
}

function isOtherPage(from: string, to: string): boolean {
  const isPage = (path: string) => /^src\/pages\/[^/]+\//.test(path);
  return isPage(from) && isPage(to) && dirname(from) !== dirname(to);
}

function pageImportsPage(from: string, to: string): string {
  return `${from} imports ${to}: pages share through src/web, or by what src/app.ts gives them`;
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function sourcesOf(files: Files) {
  const sources = [...files].filter(([path]) => path.startsWith('src/') && path.endsWith('.ts'));
  return sources.map(([path, text]) => ({ path, text }));
}

function codeOf(files: Files) {
  return sourcesOf(files).map(({ path, text }) => ({
    path,
    code: text.replace(/^\s*\/\*[\s\S]*?\*\//gm, '').replace(/^\s*\/\/.*$/gm, ''),
  }));
}

/**
 * Returns every import: static, type, side-effect, re-export or dynamic. Relative specifiers become
 * paths from the project root.
 */
function importsOf(files: Files): { from: string; to: string }[] {
  const patterns = [
    /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]/gm,
    /\bimport\s*\(?\s*['"]([^'"]+)['"]/g,
  ];
  return codeOf(files).flatMap(({ path, code }) =>
    patterns
      .flatMap((pattern) => [...code.matchAll(pattern)].map(([, specifier = '']) => specifier))
      .map((to) => ({ from: path, to: to.startsWith('.') ? join(dirname(path), to) : to })),
  );
}

function findInTemplates(files: Files, pattern: RegExp): string[] {
  const templates = [...files].filter(([path]) => path.endsWith('.eta'));
  return templates.flatMap(([path, text]) =>
    [...text.matchAll(pattern)].map(([found]) => `${path}: ${found.trim()}`),
  );
}
