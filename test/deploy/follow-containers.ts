// What containers.proof.ts does in a network of its own: follows "In containers" of docs/operate.md.
import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { type Lifetime, withLifetime } from '../support/child-app.ts';
import { type ContainerServer, startContainerServer } from '../support/container-server.ts';
import {
  containerBuild,
  containerChange,
  containerCommands,
  containerSteps,
  deploymentSteps,
} from '../support/operate-guide.ts';
import { editSetting, startPlatform } from '../support/registered-platform.ts';
import { logIn, type Visitor, visitor } from '../support/visitor.ts';

const url = 'https://localhost';
const startedAt = performance.now();

/** Prints what is done, and after how many seconds. */
function say(done: string): void {
  console.log(`${Math.round((performance.now() - startedAt) / 1000)} s: ${done}`);
}

const withOurName = (commands = '') => commands.replaceAll('lanyard.example', 'localhost');

function commandFor(what: string): string {
  const command = containerCommands.get(what);
  assert.ok(command, `docs/operate.md has a command for "${what}"`);
  return command;
}

async function followSteps(t: Lifetime, server: ContainerServer): Promise<void> {
  const { edit } = await startPlatform(t, url, '.env');
  const ofTheirOwn =
    editSetting('CONVENTION_LOGO', '/etc/lanyard/logo.svg', '.env') +
    editSetting('MESSAGES_DIR', '/etc/lanyard/messages', '.env') +
    'cp public/icon.svg /etc/lanyard/logo.svg; cp -r deploy/messages /etc/lanyard\n';

  const printed = await server.run(withOurName(containerSteps.get(2)));
  assert.match(printed, /^yours: redis:\/\/operator:\w{64}@127\.0\.0\.1:6379$/m, printed);
  await server.run(edit + ofTheirOwn);
  await server.run(withOurName(deploymentSteps.get(6)) + withOurName(deploymentSteps.get(7)));
  say('settings, certificate and nginx are there');

  const asked = await server.run(containerSteps.get(4) ?? '');
  assert.match(asked, /^All is well\.$/m, asked);
  say('the image is built, and the doctor finds nothing wrong');

  await expectReady(server, containerSteps.get(5));
  say('both instances are ready');
}

/** Each instance, and the way through nginx. */
async function expectReady(server: ContainerServer, commands?: string): Promise<void> {
  const printed = await server.run(withOurName(commands));
  assert.match(printed, /(\{"status":"ready"\}){3}$/, printed);
}

async function lookAtContainers(server: ContainerServer): Promise<void> {
  const running = await server.run(commandFor('What runs, and how it is'));
  assert.equal(running.match(/\(healthy\)/g)?.length, 2, running);
  const log = await server.run(commandFor('The log'));
  assert.match(log, /"msg":"Lanyard is up"/);
  assert.match(log, /"msg":"Redis is reached"/);
  const who = await server.run(
    `${commandFor('Redis, as the operator')} redis://operator:$OPERATOR_PASSWORD@127.0.0.1:6379 acl whoami`,
  );
  assert.match(who, /^operator$/m, who);

  const limits = await server.run(
    `docker inspect --format '{{.HostConfig.Memory}} {{.HostConfig.LogConfig}} {{.HostConfig.ReadonlyRootfs}} {{.Config.User}}' $(docker compose ps --quiet)`,
  );
  const lines = limits.trim().split('\n').sort();
  const megabytes = (count: number) => String(count * 1024 * 1024);
  const log100 = '{json-file map[max-file:5 max-size:20m]} true';
  assert.deepEqual(lines, [
    `${megabytes(512)} ${log100} node`,
    `${megabytes(512)} ${log100} node`,
    `${megabytes(640)} ${log100} redis`,
  ]);
  say('healthy, with their limits');
}

/**
 * Opens the home page, which nginx asks of any instance, and Robin's profile, four times a second,
 * until `stop`. Resolves to the answers that were not 200.
 */
function keepOpening(robin: Visitor): { stop(): Promise<string[]> } {
  let isOver = false;
  let count = 0;
  const wrong: string[] = [];
  const open = async (who: Visitor, path: string) => {
    count += 1;
    const { status } = await who.request(`${url}${path}`);
    if (status !== 200) wrong.push(`${status} at ${path}`);
  };
  const opening = (async () => {
    while (!isOver) await Promise.all([open(visitor(), '/'), open(robin, '/profile'), wait(250)]);
  })();
  return {
    async stop() {
      isOver = true;
      await opening;
      say(`${count} pages meanwhile, ${wrong.length} failed`);
      return wrong;
    },
  };
}

/** What runs, by instance. */
async function commitsOf(server: ContainerServer): Promise<(string | undefined)[]> {
  const versions = await server.run('curl -s 127.0.0.1:13001/version 127.0.0.1:13002/version');
  return [...versions.matchAll(/"commit":"(\w+)"/g)].map(([, commit]) => commit);
}

async function upgradeAndBack(server: ContainerServer, robin: Visitor): Promise<void> {
  const [before] = await commitsOf(server);
  assert.ok((await server.run('git rev-parse HEAD')).startsWith(before ?? '-'));
  assert.deepEqual(await commitsOf(server), [before, before]);
  server.commit('package.json', '"version": "', '"version": "9');
  const opening = keepOpening(robin);
  // Twice, as when the doctor had found something: the way back stays.
  const printed = await server.run(containerBuild + containerBuild + containerChange);
  assert.deepEqual(await opening.stop(), [], printed);
  const [after] = await commitsOf(server);
  assert.notEqual(after, before);
  assert.ok((await server.run('git rev-parse HEAD')).startsWith(after ?? '-'));
  assert.deepEqual(await commitsOf(server), [after, after], printed);
  say('upgraded');

  const back = await server.run(`docker tag lanyard:before lanyard\n${containerChange}`);
  assert.deepEqual(await commitsOf(server), [before, before], back);
  say('back again');

  server.commit('src/server.ts', '', 'this is no program;;(');
  const refused = await server.run(containerBuild + containerChange);
  assert.match(refused, /src\/server\.ts:1:\d+/, 'why it does not build');
  assert.deepEqual(await commitsOf(server), [before, before], refused);
  const wrong = await server.run(
    `sed -i.kept "s/^OAUTH_CLIENT_SECRET='the/OAUTH_CLIENT_SECRET='not-the/" .env\n${containerChange}mv .env.kept .env\n`,
  );
  assert.match(wrong, /^ERROR .*OAUTH_CLIENT_SECRET/m);
  assert.doesNotMatch(wrong, /Recreate/);
  say('what does not build changes nothing, and what the doctor refuses neither');
}

/** All containers end with the engine, as when the server restarts, and begin with it. */
async function restartServer(server: ContainerServer, robin: Visitor): Promise<void> {
  await server.run('systemctl stop docker; systemctl start docker');
  const [, ask = ''] = /(^curl [\s\S]*)/m.exec(containerSteps.get(5) ?? '') ?? [];
  await expectReady(server, ask);
  assert.equal((await robin.request(`${url}/profile`)).status, 200, 'Redis has kept the session');

  await server.run(commandFor('After a change of `users.acl`'));
  while ((await robin.request(`${url}/readyz`)).status !== 200) await wait(100);
  assert.equal((await robin.request(`${url}/profile`)).status, 200, 'from another container');
  say('server and Redis restarted, and nobody is logged out');
}

async function eraseRobin(server: ContainerServer, robin: Visitor): Promise<void> {
  const erased = await server.run(commandFor('One person').replace('USER_ID', '1001'));
  assert.match(erased, /^1 session of this person ended/m);
  assert.equal((await robin.request(`${url}/profile`)).status, 303);
  say('one person is erased');
}

await withLifetime(async (t) => {
  const server = await startContainerServer(t, { outside: process.env.OUTSIDE ?? '' });
  say('the server is there');
  await followSteps(t, server);
  const robin = visitor();
  const page = await logIn(robin, `${url}/profile`, { as: 'robin' });
  assert.equal(`${page.status} ${page.url}`, `200 ${url}/profile`);
  assert.match(page.text, /Robin/);
  const home = await visitor().open(url);
  assert.match(home.$('body').text(), /New to Testcon\?/, 'words of their own');
  assert.equal(home.$('header img').length, 1, 'a logo of their own');
  await lookAtContainers(server);
  await upgradeAndBack(server, robin);
  await restartServer(server, robin);
  await eraseRobin(server, robin);
});
