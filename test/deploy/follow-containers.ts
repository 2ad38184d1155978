// Follows docs/operate/containers.md. containers.proof.ts runs this file in a separate network.
import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { logIn, type Visitor, visitor } from '../support/app/visitor.ts';
import { withLifetime } from '../support/machine/child-app.ts';
import {
  containerBuild,
  containerChange,
  containerCommands,
  containerStep,
  deploymentStep,
  readyQuestion,
} from '../support/machine/operate-guide.ts';
import { say, trustedCertificates, lanyardUrl as url } from '../support/machine/own-network.ts';
import { type ContainerServer, startContainerServer } from './container-server.ts';
import { expectReady } from './debian-server.ts';
import { keepOpening } from './keep-opening.ts';
import { editSetting, startPlatform } from './registered-platform.ts';

/** Resolves to the URL with which the operator connects to Redis. */
async function followSteps(server: ContainerServer, edit: string): Promise<string> {
  const ofTheirOwn =
    editSetting('CONVENTION_LOGO', '/etc/lanyard/logo.svg', '.env') +
    editSetting('MESSAGES_DIR', '/etc/lanyard/messages', '.env') +
    'cp public/icon.svg /etc/lanyard/logo.svg; cp -r deploy/messages /etc/lanyard\n';

  const printed = await server.run(containerStep(2));
  const [, operatorUrl] =
    /^yours: (redis:\/\/operator:\w{64}@127\.0\.0\.1:6379)$/m.exec(printed) ?? [];
  assert.ok(operatorUrl, printed);
  await server.run(edit + ofTheirOwn);
  await server.run(deploymentStep(6) + deploymentStep(7));
  say('settings, certificate and nginx are there');

  const asked = await server.run(containerStep(4));
  assert.match(asked, /^All is well\.$/m, asked);
  say('the image is built, and the doctor finds nothing wrong');

  await expectReady(server, containerStep(5));
  say('both instances are ready');
  return operatorUrl;
}

async function lookAtContainers(server: ContainerServer, operatorUrl: string): Promise<void> {
  const running = await server.run(containerCommands.show);
  assert.equal(running.match(/\(healthy\)/g)?.length, 2, running);
  const log = await server.run(containerCommands.log);
  assert.match(log, /"msg":"Lanyard is up"/);
  assert.match(log, /"msg":"connected to Redis"/);
  const who = await server.run(`${containerCommands.openRedis} ${operatorUrl} acl whoami`);
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

async function commitsOf(server: ContainerServer): Promise<(string | undefined)[]> {
  const versions = await server.run('curl -s 127.0.0.1:13001/version 127.0.0.1:13002/version');
  return [...versions.matchAll(/"commit":"(\w+)"/g)].map(([, commit]) => commit);
}

async function upgradeAndBack(server: ContainerServer, robin: Visitor): Promise<void> {
  const [before] = await commitsOf(server);
  assert.ok((await server.run('git rev-parse HEAD')).startsWith(before ?? '-'));
  assert.deepEqual(await commitsOf(server), [before, before]);
  server.commit('package.json', '"version": "', '"version": "9');
  const opening = keepOpening(url, robin);
  // Builds twice, as an operator does after the doctor reports an error. The previous image must
  // survive the second build.
  const printed = await server.run(containerBuild + containerBuild + containerChange);
  const { count, wrong } = await opening.stop();
  assert.deepEqual(wrong, [], printed);
  const [after] = await commitsOf(server);
  assert.notEqual(after, before);
  assert.ok((await server.run('git rev-parse HEAD')).startsWith(after ?? '-'));
  assert.deepEqual(await commitsOf(server), [after, after], printed);
  say(`upgraded, with ${count} pages meanwhile, of which none failed`);

  const back = await server.run(`docker tag lanyard:before lanyard\n${containerChange}`);
  assert.deepEqual(await commitsOf(server), [before, before], back);
  say('back again');

  server.commit('src/server.ts', '', 'this is no program;;(');
  const refused = await server.run(containerBuild + containerChange);
  assert.match(refused, /src\/server\.ts:1:\d+/, 'the output contains the build error');
  assert.deepEqual(await commitsOf(server), [before, before], refused);
  const refusal = await server.run(
    `sed -i.kept "s/^OAUTH_CLIENT_SECRET='the/OAUTH_CLIENT_SECRET='not-the/" .env\n${containerChange}mv .env.kept .env\n`,
  );
  assert.match(refusal, /^ERROR .*OAUTH_CLIENT_SECRET/m);
  assert.doesNotMatch(refusal, /Recreate/);
  say('what does not build changes nothing, and what the doctor refuses neither');
}

async function restartServer(server: ContainerServer, robin: Visitor): Promise<void> {
  await server.run('systemctl stop docker; systemctl start docker');
  await expectReady(server, readyQuestion(containerStep(5)));
  assert.equal((await robin.request(`${url}/profile`)).status, 200, 'Redis still has the session');

  await server.run(containerCommands.applyUsers);
  while ((await robin.request(`${url}/readyz`)).status !== 200) await wait(100);
  assert.equal(
    (await robin.request(`${url}/profile`)).status,
    200,
    'the session also works in the new container',
  );
  say('server and Redis restarted, and nobody is logged out');
}

async function eraseRobin(server: ContainerServer, robin: Visitor): Promise<void> {
  const erased = await server.run(containerCommands.endSessions.replace('USER_ID', '1001'));
  assert.match(erased, /^1 session of this person ended/m);
  assert.equal((await robin.request(`${url}/profile`)).status, 303);
  say('one person is erased');
}

await withLifetime(async (t) => {
  const certificates = trustedCertificates(t);
  const install = containerStep(1);
  const server = await startContainerServer(t, { install, certificates });
  say('the server is there');
  const { edit } = await startPlatform(t, url, '.env');
  const operatorUrl = await followSteps(server, edit);
  const robin = visitor();
  const page = await logIn(robin, `${url}/profile`, { as: 'robin' });
  assert.equal(`${page.status} ${page.url}`, `200 ${url}/profile`);
  assert.match(page.text, /Robin/);
  const home = await visitor().open(url);
  assert.match(home.$('body').text(), /New to Testcon\?/, 'the home page shows the custom text');
  assert.equal(home.$('header img').length, 1, 'the header shows the custom logo');
  await lookAtContainers(server, operatorUrl);
  await upgradeAndBack(server, robin);
  await restartServer(server, robin);
  await eraseRobin(server, robin);
});
