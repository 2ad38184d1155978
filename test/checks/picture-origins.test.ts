import assert from 'node:assert/strict';
import test from 'node:test';
import { watchPictures } from '../../src/checks/picture-origins.ts';
import { checkRedis } from '../../src/checks/redis.ts';
import { createMemoryKeys } from '../../src/login/login.ts';
import { readConfig } from '../../src/settings/config.ts';
import { goodSettings } from '../support/app/good-settings.ts';
import { recordLog } from '../support/app/record-log.ts';
import { startApp } from '../support/app/start-app.ts';
import { logIn, visitor } from '../support/app/visitor.ts';

/** The example in the platform's public documentation. */
const documented = 'https://www.gravatar.com/avatar/example';

function watch() {
  const pictureOrigins = ['https://reg.foxcon.example'];
  const lines: string[] = [];
  const log = recordLog(lines);
  const check = watchPictures({ keys: createMemoryKeys(), log, pictureOrigins });
  return { check, lines };
}

test('the first picture from a site that is not listed is one log line, with the line to add and what that site learns', () => {
  const { check, lines } = watch();
  for (const picture of [documented, documented, 'https://pictures.example.net/2.png'])
    check(picture);
  assert.equal(lines.length, 1);
  const { msg, why, fix } = JSON.parse(lines[0] ?? '');
  assert.match(msg, /^PICTURE_ORIGINS does not list https:\/\/www\.gravatar\.com, /);
  assert.equal(why, 'pages show initials instead');
  assert.match(
    fix,
    /^PICTURE_ORIGINS=https:\/\/reg\.foxcon\.example,https:\/\/www\.gravatar\.com\. .*learns the IP address/,
  );
  assert.doesNotMatch(
    lines.join(),
    /example\/avatar|com\/avatar/,
    'the path may identify a person',
  );
});

test('a scheme-relative picture counts as https, and pictures that cannot be listed are ignored', () => {
  const { check, lines } = watch();
  for (const picture of [
    'https://reg.foxcon.example/pictures/1.png',
    'http://insecure.example/1.png',
    'data:image/png;base64,AAAA',
    'javascript:alert(1)',
    `https://${'a.'.repeat(130)}example/1.png`,
    'not a URL',
    '',
    null,
    undefined,
    7,
  ])
    check(picture);
  assert.deepEqual(lines, []);
  check('//www.gravatar.com/avatar/example');
  assert.equal(lines.length, 1);
});

test('the doctor names the site until PICTURE_ORIGINS lists it', async (t) => {
  const app = await startApp(t, { ownRedis: true });
  const blair = 'https://pictures.example.net';
  const found = async (more: Record<string, string> = {}) => {
    const settings = { ...goodSettings, REDIS_URL: app.redis.url, ...more };
    const site = { config: readConfig(settings), deadlineMs: 5000, now: Date.now };
    const findings = await checkRedis(site);
    return findings.filter(({ what }) => what.startsWith('PICTURE_ORIGINS'));
  };
  assert.deepEqual(await found(), []);
  await logIn(visitor(), `${app.url}/profile`, { as: 'robin' });
  assert.deepEqual(await found(), [], 'robin’s picture comes from the platform');
  const page = await logIn(visitor(), `${app.url}/profile`, { as: 'blair' });
  assert.doesNotMatch(page.html, /pictures\.example\.net/);
  await logIn(visitor(), `${app.url}/profile`, { as: 'blair' });
  assert.equal(app.logLines.filter((line) => line.includes('PICTURE_ORIGINS')).length, 1);
  const [finding, ...others] = await found();
  assert.deepEqual(others, []);
  assert.equal(finding?.level, 'warning');
  assert.match(finding?.fix ?? '', new RegExp(`^PICTURE_ORIGINS=\\S*,${blair}\\. `));
  assert.deepEqual(await found({ PICTURE_ORIGINS: blair }), []);
});
