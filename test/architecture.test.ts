import assert from 'node:assert/strict';
import test from 'node:test';
import { readProject, rules } from './architecture.ts';

const project = readProject();

for (const [name, findViolations] of Object.entries(rules)) {
  test(`in this project ${name}`, () => assert.deepEqual(findViolations(project), []));
}

const violations: Record<string, Record<string, string>[]> = {
  'every file is in its place': oneByOne({
    'src/mail.ts': '// a',
    'src/services/mail.ts': '// a',
  }),
  'imports go downwards only': oneByOne({
    'src/web/views.ts': "import { createSiteLogin } from '../wiring/site-login.ts';",
    'src/web/page.ts': "import type { CurrentUser } from '../convention/current-user.ts';",
    'src/web/requests/health.ts': "import { homePage } from '../../pages/home/routes.ts';",
    'src/errors.ts': "import { notFound } from './web/error-pages.ts';",
    'src/settings/config.ts': "import { createApp } from '../app.ts';",
    'src/settings/settings.ts': "import type { Log } from '../log/log.ts';",
    'src/redis/redis-client.ts': "import { readConfig } from '../settings/config.ts';",
    'src/login/store/redis-keys.ts':
      "import { connectRedis } from '../../redis/redis-connection.ts';",
    'src/log/log.ts': "import type { Config } from '../settings/config.ts';",
    'src/login/sessions/session-life.ts': "import { isProblem } from '../../errors.ts';",
    'src/login/login.ts': "import { createConvention } from '../convention/convention.ts';",
    'src/convention/http.ts': "import {\n  attendeeOf,\n} from '../login/login.ts';",
    'src/convention/retry.ts': "import type { Config } from '../settings/config.ts';",
    'src/convention/search.ts': "import { watchRedis } from '../server/redis-watch.ts';",
    'src/convention/schema.ts': "export { visible } from '../web/words/dates.ts';",
    'src/badge/card.ts': "import { deskView } from '../pages/badge-name/desk-view.ts';",
    'src/web/rows.ts': "import { badgeCard } from '../badge/card.ts';",
    'src/pages/home/routes.ts': "import { profileView } from '../profile/profile-view.ts';",
    'src/pages/home/home-view.ts': "import { createApp } from '../../app.ts';",
    'src/pages/profile/routes.ts':
      "const { start } = await import('../../server/start-server.ts');",
    'src/pages/profile/profile-view.ts': "import '../../sandbox/app.ts';",
    'src/app.ts': "import { startServer } from './server/start-server.ts';",
    'src/checks/finding.ts': "import { createApp } from '../app.ts';",
    'src/web/requests/network.ts': "import { runDoctor } from '../../commands/doctor-command.ts';",
    'src/wiring/site-convention.ts': "import { createApp } from '../app.ts';",
    'src/login/add-ons/sharing.ts': "import { describeNotice } from '../../web/sharing-notice.ts';",
    'src/server.ts': "import { startSandbox } from './sandbox/app.ts';",
    'src/demo.ts': "import { homePage } from './pages/home/routes.ts';",
    'src/sandbox/app.ts': "import { isProblem } from '../errors.ts';",
    'src/sandbox/oauth/consent.ts': "type Log = import('../../log/log.ts').Log;",
  }),
  'src/web takes only types from the settings': oneByOne({
    'src/web/assets.ts': "import { defaultAccent } from '../settings/settings.ts';",
    'src/web/words/messages.ts': "import { readConfig } from '../../settings/config.ts';",
    'src/web/views.ts': "import { readConfig, type Config } from '../settings/config.ts';",
  }),
  'imports inside the login go downwards only': oneByOne({
    'src/login/crypto.ts': "import { LoginError } from './store/key-names.ts';",
    'src/login/store/key-names.ts': "import { seal } from '../sessions/end-marks.ts';",
    'src/login/sessions/session-life.ts': "import type { Cookies } from '../browser/cookies.ts';",
    'src/login/oauth/oauth-client.ts': "import type { PendingLogin } from '../pending-login.ts';",
    'src/login/browser/cookies.ts': "import { outcomeOf } from '../outcome.ts';",
    'src/login/callback.ts': "import type { Sharing } from './add-ons/sharing.ts';",
  }),
  'only the login’s entry file and its add-ons are imported outside': oneByOne({
    'src/pages/home/routes.ts': "import type { Attendee } from '../../login/session.ts';",
    'src/app.ts': "export * from './login/crypto.ts';",
    'src/redis/redis-client.ts': "import { RedisTimeout } from '../login/store/redis-keys.ts';",
  }),
  'the login can be copied: it knows only node:* and packages of the list': oneByOne({
    'src/login/sessions/session-life.ts': "import { pino } from 'pino';",
    'src/login/login.ts': "import type { Problem } from '../errors.ts';",
  }),
  'the convention client can be copied: it knows only node:* and packages of the list': oneByOne({
    'src/convention/retry.ts': "import { pino } from 'pino';",
    'src/convention/schema.ts': "import { cleanText } from '../text.ts';",
  }),
  'a package is imported only where it belongs': oneByOne({
    'src/pages/home/home-view.ts': "import type { Request } from 'express';",
    'src/convention/http.ts': "import { Router } from 'express';",
    'src/server.ts': "import { createClient } from 'redis';",
    'src/checks/redis.ts': "import { createClient } from 'redis';",
    'src/web/words/languages.ts': "import { parse } from 'cookie';",
    'src/web/views.ts': "import { RedisStore } from 'connect-redis';",
    'src/app.ts': "import * as oauth from 'openid-client';",
    'src/pages/sharing/routes.ts': "import session from 'express-session';",
    'src/demo.ts': "import Provider from 'oidc-provider';",
    'src/login/oauth/oauth-client.ts':
      "import { interactionPolicy } from 'oidc-provider/lib/helpers.js';",
  }),
  'an import names its file': oneByOne({
    'src/app.ts': 'const { homePage } = await import(pathOf(page));',
    'src/log/log.ts': 'const load = createRequire(import.meta.url);',
  }),
  'a file opens with a comment': ['', "import 'a';\n// late\n", '/** a */\n', '//\n'].map(
    (text) => ({
      'src/log/log.ts': text,
    }),
  ),
  'a template writes nothing unescaped except its parts': [
    '<%~ it.view.name %>',
    '<%~it.name%>',
    '<%-~ it.name %>',
    '<%~ it.body + it.name %>',
    '<%~ it.bodyText %>',
  ].map((text) => ({ 'views/home/show.eta': `<p>${text}</p>` })),
  'a template has no inline style and no inline script': [
    '<p style="a">',
    '<style>',
    '<script>',
    '<a onclick="a">',
    '<a\nonclick = a>',
    '<a href="javascript:a">',
  ].map((text) => ({ 'views/layout.eta': text })),
};

for (const [name, findViolations] of Object.entries(rules)) {
  test(`a violation is found of: ${name}`, () => {
    assert.ok(violations[name]);
    for (const files of violations[name]) {
      assert.notDeepEqual(
        findViolations(new Map(Object.entries(files))),
        [],
        JSON.stringify(files).slice(0, 200),
      );
    }
  });
}

test('comments are not taken for imports, and code that a rule allows is not a violation', () => {
  const files = new Map([
    [
      'src/log/log.ts',
      "// import './app.ts' is not done\n/**\n * process.env, import('./app.ts')\n */\nexport const a = 1;\n",
    ],
    [
      'src/pages/home/routes.ts',
      "// a\nimport { attendeeOf } from '../../login/login.ts';\nimport 'express';\n",
    ],
    ['src/login/oauth/oauth-client.ts', "// a\nimport * as oauth from 'openid-client';\n"],
    ['src/pages/profile/routes.ts', "// a\nimport { profileView } from './profile-view.ts';\n"],
    [
      'src/pages/profile/profile-view.ts',
      "// a\nimport type { CurrentUser } from '../../convention/current-user.ts';\n",
    ],
    ['src/sandbox/oauth/consent.ts', "// a\nimport { scopes } from '../scopes.ts';\n"],
    ['src/sandbox/errors.ts', '// a\n'],
    ['src/errors.ts', '// a\n'],
    [
      'views/layout.eta',
      '<%~ it.body %><%~ include(\'/a\', { ...it, b: f(1) }) %><script src="/assets/a.js"></script>',
    ],
  ]);
  for (const [name, findViolations] of Object.entries(rules))
    assert.deepEqual(findViolations(files), [], name);
});

function oneByOne(files: Record<string, string>): Record<string, string>[] {
  return Object.entries(files).map(([path, text]) => ({ [path]: text }));
}
