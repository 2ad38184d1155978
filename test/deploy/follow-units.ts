// Follows docs/operate.md, docs/operate/upgrade.md and docs/operate/several-conventions.md on a
// server with systemd. units.proof.ts runs this file in a separate network.
import assert from 'node:assert/strict';
import { cookieHeader, logIn, type Visitor, visitor } from '../support/app/visitor.ts';
import { withLifetime } from '../support/machine/child-app.ts';
import {
  deploymentStep,
  readyQuestion,
  secondConvention,
  upgradeCommands,
} from '../support/machine/operate-guide.ts';
import { foxconUrl, lanyardUrl, say, trustedCertificates } from '../support/machine/own-network.ts';
import { expectReady } from './debian-server.ts';
import { keepOpening } from './keep-opening.ts';
import { startPlatform } from './registered-platform.ts';
import { startUnitServer, type UnitServer } from './unit-server.ts';

type Platform = Awaited<ReturnType<typeof startPlatform>>;

async function deployFirst(server: UnitServer, { edit }: Platform): Promise<string> {
  const asked =
    [3, 4, 5].map(deploymentStep).join('') + edit + [6, 7, 8].map(deploymentStep).join('');
  const printed = await server.run(asked);
  assert.match(printed, /^All is well\.$/m, printed);
  say('built, and the doctor finds nothing wrong');
  await expectReady(server, deploymentStep(9));
  say('both instances are ready');
  const [, password = ''] = /^yours: redis:\/\/operator:(\w{64})@/m.exec(printed) ?? [];
  return password;
}

async function startsOf(server: UnitServer, unit: string): Promise<number> {
  const starts = `journalctl --output cat --unit '${unit}' | grep -c '"msg":"Lanyard is up"'`;
  return Number(await server.run(starts));
}

async function upgrade(server: UnitServer, robin: Visitor): Promise<void> {
  const before = await server.run('readlink /opt/lanyard');
  const opening = keepOpening(lanyardUrl, robin);
  const [, , , restartSecond = ''] = secondConvention;
  const printed = await server.run(upgradeCommands + restartSecond);
  const { count, wrong } = await opening.stop();
  assert.match(printed, /^All is well\.$/m, printed);
  assert.deepEqual(wrong, []);
  const after = await server.run('readlink /opt/lanyard');
  assert.match(after, /lanyard-20\d\d-/);
  assert.notEqual(after, before);
  for (const units of ['lanyard@*', 'foxcon@*']) assert.equal(await startsOf(server, units), 4);
  say(`both are upgraded, with ${count} pages meanwhile, of which none failed`);
}

async function restartByItself(server: UnitServer, robin: Visitor): Promise<void> {
  const [, startSecond = ''] = secondConvention;
  const ask = readyQuestion(deploymentStep(9));
  await server.run('systemctl kill --signal SIGKILL lanyard@3001 lanyard@3002; sleep 2');
  await expectReady(server, ask);
  assert.equal(await startsOf(server, 'lanyard@*'), 6);
  await server.losePower();
  await expectReady(server, ask);
  await expectReady(server, readyQuestion(startSecond));
  assert.deepEqual(await profileOf(robin, lanyardUrl), [200], 'Redis still has the session');
  say('instances were killed, and the server lost its power: nobody is logged out');
}

async function deploySecond(
  server: UnitServer,
  { edit }: Platform,
  password: string,
): Promise<void> {
  const [settings = '', start = ''] = secondConvention;
  const printed = await server.run(settings.replace('YOUR_PASSWORD', password) + edit);
  assert.match(printed, /^OK$/m, 'Redis accepted the second user');
  const [untilDoctor = '', afterwards = ''] = start.split(/^(?=systemctl daemon-reload)/m);
  const asked = await server.run(untilDoctor);
  assert.match(asked, /^All is well\.$/m, asked);
  await expectReady(server, afterwards);
  say('a second convention is there');
}

const profileOf = (who: Visitor, ...sites: string[]) =>
  Promise.all(sites.map(async (site) => (await who.request(`${site}/profile`)).status));

async function cookiesOfOneDoNothingAtTheOther(who: Visitor): Promise<void> {
  assert.deepEqual(await profileOf(who, lanyardUrl, foxconUrl), [200, 200]);
  for (const [own, other] of [
    [lanyardUrl, foxconUrl],
    [foxconUrl, lanyardUrl],
  ] as const) {
    const headers = { ...cookieHeader(who.cookies(own)) };
    assert.match(headers.cookie ?? '', /__Host-sid=/);
    const [here, there] = await Promise.all(
      [own, other].map((site) => fetch(`${site}/profile`, { headers, redirect: 'manual' })),
    );
    // A request that is not a navigation gets a 401 instead of a redirect to the login.
    assert.deepEqual([here?.status, there?.status], [200, 401]);
  }
}

async function redisKeepsThemApart(server: UnitServer): Promise<void> {
  const printed = await server.run(`
key_of() { redis-cli -u "$OPERATOR_URL" --scan --pattern "$1" 2> /dev/null | head -n 1; }
as_foxcon() { redis-cli -u "$(sed -n 's/^REDIS_URL=//p' /etc/foxcon/.env)" "$@" 2> /dev/null; }
echo "own: $(as_foxcon getrange "$(key_of 'foxcon:s:*')" 0 0 | wc -c)"
echo "other: $(key_of 's:*' | cut -c 1-2) $(as_foxcon getrange "$(key_of 's:*')" 0 0)"
`);
  assert.match(printed, /^own: 2$/m);
  assert.match(printed, /^other: s: NOPERM /m);
}

async function eraseAtOne(server: UnitServer, robin: Visitor): Promise<Visitor> {
  const [, , erase = ''] = secondConvention;
  const sam = visitor();
  await logIn(sam, `${foxconUrl}/profile`, { as: 'sam' });
  const erased = await server.run(erase.replace('USER_ID', '1001'));
  assert.match(erased, /^1 session of this person ended, on every device\.$/m, erased);
  assert.deepEqual(await profileOf(robin, lanyardUrl, foxconUrl), [200, 303]);
  say('one person is erased at one of them');
  return sam;
}

await withLifetime(async (t) => {
  const certificates = trustedCertificates(t);
  const server = await startUnitServer(t, { install: deploymentStep(2), certificates });
  say('the server is there');
  const platform = await startPlatform(t, lanyardUrl, '/etc/lanyard.env');
  const password = await deployFirst(server, platform);
  const robin = visitor();
  const profile = await logIn(robin, `${lanyardUrl}/profile`, { as: 'robin' });
  assert.equal(`${profile.status} ${profile.url}`, `200 ${lanyardUrl}/profile`);
  assert.match(profile.text, /Robin/);

  const ofFoxcon = await startPlatform(t, foxconUrl, '/etc/foxcon/.env');
  await deploySecond(server, ofFoxcon, password);
  for (const { sandbox } of [platform, ofFoxcon]) sandbox.calls.length = 0;
  await logIn(robin, `${foxconUrl}/profile`, { as: 'robin' });
  assert.ok(ofFoxcon.sandbox.calls.length > 0, 'foxcon calls its own platform');
  assert.deepEqual(platform.sandbox.calls, []);
  await cookiesOfOneDoNothingAtTheOther(robin);
  await redisKeepsThemApart(server);
  const sam = await eraseAtOne(server, robin);

  await upgrade(server, robin);
  await restartByItself(server, robin);
  assert.deepEqual(await profileOf(robin, lanyardUrl, foxconUrl), [200, 303]);
  assert.deepEqual(await profileOf(sam, foxconUrl), [200]);
  for (const site of [lanyardUrl, foxconUrl])
    assert.equal((await robin.request(`${site}/readyz?login`)).status, 200);
});
