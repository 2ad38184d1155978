import assert from 'node:assert/strict';
import test from 'node:test';
import { readProject, rules } from './architecture.ts';

const project = readProject();

for (const [name, findViolations] of Object.entries(rules)) {
  test(`in this project ${name}`, () => assert.deepEqual(findViolations(project), []));
}

const violations: Record<string, [path: string, text: string]> = {
  'every file is in its place': ['src/services/mail.ts', '// a'],
  'imports go downwards only': [
    'src/web/views.ts',
    "import { createSiteLogin } from '../wiring/site-login.ts';",
  ],
  'src/web takes only types from the settings': [
    'src/web/views.ts',
    "import { readConfig, type Config } from '../settings/config.ts';",
  ],
  'imports inside the login go downwards only': [
    'src/login/callback.ts',
    "import type { Sharing } from './add-ons/sharing.ts';",
  ],
  'only the login’s entry file and its add-ons are imported outside': [
    'src/app.ts',
    "export * from './login/crypto.ts';",
  ],
  'the login can be copied: it knows only node:* and packages of the list': [
    'src/login/login.ts',
    "import type { Problem } from '../errors.ts';",
  ],
  'the convention client can be copied: it knows only node:* and packages of the list': [
    'src/convention/retry.ts',
    "import { pino } from 'pino';",
  ],
  'a package is imported only where it belongs': [
    'src/app.ts',
    "import * as oauth from 'openid-client';",
  ],
  'an import names its file': ['src/app.ts', 'const { homePage } = await import(pathOf(page));'],
  'a file opens with a comment': ['src/log/log.ts', "import 'a';\n// late\n"],
  'a template writes nothing unescaped except its parts': [
    'views/home/show.eta',
    '<p><%~ it.view.name %></p>',
  ],
  'a template has no inline style and no inline script': ['views/layout.eta', '<a onclick="a">'],
};

for (const [name, findViolations] of Object.entries(rules)) {
  test(`a violation is found of: ${name}`, () => {
    assert.ok(violations[name]);
    assert.notDeepEqual(findViolations(new Map([violations[name]])), []);
  });
}
