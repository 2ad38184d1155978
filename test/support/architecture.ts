// The architecture rules. Each rule is a function of the files' text and returns the violations.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** File text by path, relative to the project root. */
export type Files = ReadonlyMap<string, string>;
export type Rule = (files: Files) => string[];

/**
 * What each place may import, besides its own folder. A file that matches no place is a violation.
 */
const places = [
  { of: 'server', path: /^src\/server\.ts$/, mayImport: ['start-server', 'ground'] },
  {
    of: 'start-server',
    path: /^src\/start-server\.ts$/,
    mayImport: ['app', 'app-server', 'login', 'site-convention', 'doctor', 'ground'],
  },
  {
    of: 'app-server',
    path: /^src\/(app-server|express-messages|stop-server)\.ts$/,
    mayImport: ['ground'],
  },
  {
    of: 'demo',
    path: /^src\/demo\.ts$/,
    mayImport: ['app', 'app-server', 'login', 'site-convention', 'ground', 'sandbox'],
  },
  { of: 'people', path: /^src\/people(-command)?\.ts$/, mayImport: ['login', 'ground'] },
  { of: 'doctor', path: /^src\/doctor(\.ts$|\/[^/]+$)/, mayImport: ['doctor', 'login', 'ground'] },
  {
    of: 'app',
    path: /^src\/app\.ts$/,
    mayImport: [
      'page',
      'every page',
      'site-login',
      'site-records',
      'login',
      'convention',
      'web',
      'ground',
    ],
  },
  {
    of: 'site-convention',
    path: /^src\/(site-convention|shared-pauses)\.ts$/,
    mayImport: ['login', 'convention', 'ground'],
  },
  {
    of: 'site-records',
    path: /^src\/site-records\.ts$/,
    mayImport: ['login', 'convention', 'web', 'ground'],
  },
  { of: 'site-login', path: /^src\/site-login\.ts$/, mayImport: ['login', 'web', 'ground'] },
  {
    of: 'page',
    path: /^src\/pages\/[^/]+\/[^/]+$/,
    mayImport: ['every page', 'site-login', 'login', 'convention', 'web', 'ground'],
  },
  {
    of: 'every page',
    path: /^src\/pages\/page-dependencies\.ts$/,
    mayImport: ['convention', 'web', 'ground'],
  },
  { of: 'login', path: /^src\/login\//, mayImport: [] },
  { of: 'convention', path: /^src\/convention\/[^/]+$/, mayImport: ['ground'] },
  { of: 'web', path: /^src\/web\/[^/]+$/, mayImport: ['login', 'ground'] },
  {
    of: 'ground',
    path: /^src\/(errors|causes|instance|metrics|metrics-server|redis-watch|parse-address|log|config|env-file|settings|(event|site)-settings|message-overrides|setting-(values|names|checks)|server-values|scopes|text|contrast)\.ts$/,
    mayImport: ['login', 'ground'],
  },
  { of: 'sandbox', path: /^src\/sandbox\//, mayImport: [] },
];

/** Packages that only some files may import. */
const packagePlaces: Record<string, RegExp> = {
  express:
    /^src\/((app|site-login|site-records)\.ts|login\/|web\/|sandbox\/|doctor\/proxy-check|pages\/(page-dependencies|[^/]+\/routes)\.ts)/,
  redis: /^src\/(login|doctor)\//,
  'express-session': /^src\/(site-login\.ts|login\/)/,
  cookie: /^src\/login\//,
  'connect-redis': /^src\/login\//,
  'openid-client': /^src\/login\//,
  'oidc-provider': /^src\/sandbox\//,
};

/** The packages to install for a copy of src/login. */
export const packagesOfLogin = [
  'express',
  'express-session',
  'connect-redis',
  'redis',
  'openid-client',
  'cookie',
];

const entryPoints = [
  'src/server.ts',
  'src/demo.ts',
  'src/people.ts',
  'src/doctor.ts',
  'src/sandbox/server.ts',
];

export const rules: Record<string, Rule> = {
  'imports go downwards only': (files) =>
    importsOf(files).flatMap(({ from, to }) => {
      if (!to.startsWith('src/')) return [];
      const [place, target] = [placeOf(from), placeOf(to)];
      if (!place || !target) return [`${place ? to : from} has no place in the architecture`];
      const isNeighbour =
        place.of === target.of &&
        (['sandbox', 'login'].includes(place.of) || dirname(from) === dirname(to));
      return isNeighbour || place.mayImport.includes(target.of) ? [] : [`${from} imports ${to}`];
    }),

  'src/web takes only types from the settings': (files) =>
    [...files]
      .filter(([path]) => path.startsWith('src/web/'))
      .filter(([, text]) =>
        /^import (?!type )[^;]*'\.\.\/(config|settings|setting-values)\.ts'/m.test(text),
      )
      .map(([path]) => path),

  'of the login only its face and its optional parts are known outside': (files) =>
    importsOf(files)
      .filter(
        ({ from, to }) =>
          /^src\/login\/(?!login\.ts$|optional\/)/.test(to) && !from.startsWith('src/login/'),
      )
      .map(({ from, to }) => `${from} imports ${to}`),

  'the login can be copied: it knows only node:* and packages of the list': (files) =>
    importsOf(files)
      .filter(({ from, to }) => from.startsWith('src/login/') && !to.startsWith('src/login/'))
      .filter(({ to }) => !to.startsWith('node:') && !packagesOfLogin.includes(packageOf(to)))
      .map(({ from, to }) => `${from} imports ${to}`),

  'the core of the login does without its optional parts': (files) =>
    importsOf(files)
      .filter(
        ({ from, to }) => /^src\/login\/[^/]+$/.test(from) && to.startsWith('src/login/optional/'),
      )
      .map(({ from, to }) => `${from} imports ${to}`),

  'no two files of the login import each other': (files) => {
    const imports = importsOf(files).filter(({ from }) => from.startsWith('src/login/'));
    return imports
      .filter(({ from, to }) => imports.some((back) => back.from === to && back.to === from))
      .map(({ from, to }) => `${from} and ${to}`);
  },

  'a package is imported only where it belongs': (files) =>
    importsOf(files)
      .filter(({ from, to }) => packagePlaces[packageOf(to)]?.test(from) === false)
      .map(({ from, to }) => `${from} imports ${to}`),

  'exactly one file knows openid-client': (files) => {
    const importers = new Set(
      importsOf(files).flatMap(({ from, to }) => (to === 'openid-client' ? from : [])),
    );
    return importers.size === 1 ? [] : [`known to ${[...importers].join(', ') || 'nobody'}`];
  },

  'an import names its file': (files) =>
    codeOf(files).flatMap(({ path, code }) =>
      /\bimport\((?!\s*['"])|\brequire\(|\bcreateRequire\b/.test(code)
        ? [`${path} computes what it imports`]
        : [],
    ),

  'the environment is read in the entries only': (files) =>
    codeOf(files)
      .filter(({ path }) => !entryPoints.includes(path))
      .filter(({ code }) =>
        /\bprocess\??\.(env|loadEnvFile)\b|\bprocess\[|['"](node:)?process['"]/.test(code),
      )
      .map(({ path }) => `${path} reads the environment`),

  'a file has at most 200 lines': (files) =>
    sourcesOf(files).flatMap(({ path, lines }) => (lines > 200 ? [`${path} has ${lines}`] : [])),

  'a comment is at most 100 characters wide': (files) =>
    sourcesOf(files).flatMap(({ path, text }) =>
      text
        .split('\n')
        .filter((line) => line.length > 100 && /^\s*(\/\/|\/?\*)/.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    ),

  'there are at most 16 runtime dependencies': (files) => {
    const { dependencies = {} } = JSON.parse(files.get('package.json') ?? '{}');
    const count = Object.keys(dependencies).length;
    return count > 16 ? [`there are ${count}`] : [];
  },

  'a file name says what is in it': (files) =>
    sourcesOf(files).flatMap(({ path }) => {
      const name = basename(path, '.ts');
      if (/^(index|types|common)$|util|helper|manager/.test(name)) return [`${path} says nothing`];
      return /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) ? [] : [`${path} is not in kebab-case`];
    }),

  'no two files have the same name, but routes.ts': (files) => {
    const paths = sourcesOf(files).map(({ path }) => path);
    const named = paths.filter(
      (path) => !path.startsWith('src/sandbox/') && basename(path) !== 'routes.ts',
    );
    const isTwin = (path: string) =>
      named.some((other) => other !== path && basename(other) === basename(path));
    return named.filter(isTwin);
  },

  'a file opens with a comment': (files) =>
    sourcesOf(files).flatMap(({ path, text }) => (/^\/\/ \S/.test(text) ? [] : [path])),

  'a template writes nothing unescaped but its parts': (files) =>
    findInTemplates(files, /<%[-_]?\s*~(?!\s*(it\.body|include\([^%]*\))\s*[-_]?%>).*/g),

  'a template has no inline style and no inline script': (files) =>
    findInTemplates(
      files,
      /<style\b(?!>@font-face\{)|<script\b(?![^>]*\bsrc=)|\sstyle\s*=|\son[a-z]+\s*=|javascript:/gi,
    ),
};

/** Reads the files that the rules check: src, views and package.json. */
export function readProject(): Files {
  const project = fileURLToPath(new URL('../../', import.meta.url));
  const within = (folder: string) =>
    readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
      join(folder, path),
    );
  const paths = ['package.json', ...within('src'), ...within('views')].filter((path) =>
    /\.(ts|eta|json)$/.test(path),
  );
  return new Map(paths.map((path) => [path, readFileSync(join(project, path), 'utf8')]));
}

function placeOf(path: string) {
  return places.find((place) => place.path.test(path));
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function sourcesOf(files: Files) {
  const sources = [...files].filter(([path]) => path.startsWith('src/') && path.endsWith('.ts'));
  return sources.map(([path, text]) => ({ path, text, lines: text.split('\n').length - 1 }));
}

/** Returns the sources without comments, because an import in a comment is not an import. */
function codeOf(files: Files) {
  return sourcesOf(files).map(({ path, text }) => ({
    path,
    code: text.replace(/^\s*\/\*[\s\S]*?\*\//gm, '').replace(/^\s*\/\/.*$/gm, ''),
  }));
}

/**
 * Returns every import: static, type, side-effect, re-export or dynamic. A relative specifier
 * becomes a path from the project root.
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
