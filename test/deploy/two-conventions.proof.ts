// The section "Several conventions" of docs/operate.md, as it is printed there, after the first
// deployment: two sites behind one nginx, with one Redis, that know nothing of each other.
import assert from 'node:assert/strict';
import test from 'node:test';
import { secondConvention, upgradeCommands } from '../support/operate-guide.ts';
import { firstDeployment, type Machine, newMachine } from '../support/played-debian.ts';
import { startPlatform } from '../support/registered-platform.ts';
import { cookieHeader, logIn, type Visitor, visitor } from '../support/visitor.ts';

test('who follows the section on several conventions has two at two names, and each logs in, erases and upgrades without the other', async (t) => {
  const machine = await newMachine(t);
  const { url, foxconUrl } = machine;
  const lanyard = await startPlatform(t, url, '/etc/lanyard.env');
  const foxcon = await startPlatform(t, foxconUrl, '/etc/foxcon/.env');
  assert.equal(secondConvention.length, 4);
  const [settings = '', start = '', erase = '', restart = ''] = secondConvention;
  const first = await machine.run(firstDeployment(lanyard.edit));
  const [, password = ''] = /^yours: redis:\/\/operator:(\w{64})@/m.exec(first) ?? [];
  lanyard.sandbox.calls.length = 0;
  const second = await machine.run(
    settings.replace('YOUR_PASSWORD', password) + foxcon.edit + start,
  );
  assert.match(second, /^OK$/m, 'Redis took the second user');
  assert.match(second, /^All is well\.$/m, 'the doctor of foxcon');
  assert.match(second, /(\{"status":"ready"\}){3}$/m, 'each instance of foxcon, and through nginx');

  const robin = visitor();
  for (const site of [url, foxconUrl]) {
    const profile = await logIn(robin, `${site}/profile`, { as: 'robin' });
    assert.equal(`${profile.status} ${profile.url}`, `200 ${site}/profile`);
  }
  for (const { sandbox } of [lanyard, foxcon])
    assert.ok(
      sandbox.calls.some(({ path }) => path.startsWith('/api/')),
      'each has its platform',
    );
  await cookiesOfOneDoNothingAtTheOther(robin, url, foxconUrl);
  await redisKeepsThemApart(machine);

  const sam = visitor();
  await logIn(sam, `${foxconUrl}/profile`, { as: 'sam' });
  const erased = await machine.run(erase.replace('USER_ID', '1001'));
  assert.match(erased, /^1 session of this person ended, on every device\.$/m);
  assert.deepEqual(await profileOf(robin, url, foxconUrl), [200, 303]);

  await machine.run(upgradeCommands + restart);
  assert.deepEqual(await profileOf(robin, url, foxconUrl), [200, 303]);
  assert.deepEqual(await profileOf(sam, foxconUrl), [200]);
  assert.equal(machine.journal().match(/"msg":"Lanyard is up"/g)?.length, 8);
  for (const site of [url, foxconUrl])
    assert.equal((await robin.request(`${site}/readyz?login`)).status, 200);
});

const profileOf = (who: Visitor, ...sites: string[]) =>
  Promise.all(sites.map(async (site) => (await who.request(`${site}/profile`)).status));

async function cookiesOfOneDoNothingAtTheOther(who: Visitor, ...sites: string[]): Promise<void> {
  assert.deepEqual(await profileOf(who, ...sites), [200, 200]);
  for (const [own = '', other = ''] of [sites, sites.toReversed()]) {
    const headers = { ...cookieHeader(who.cookies(own)) };
    assert.match(headers.cookie ?? '', /__Host-sid=/);
    const [here, there] = await Promise.all(
      [own, other].map((site) => fetch(`${site}/profile`, { headers, redirect: 'manual' })),
    );
    // To what no browser navigates to, whoever is not logged in gets a 401 instead of a login.
    assert.deepEqual([here?.status, there?.status], [200, 401]);
  }
}

/** What the two users of Redis see: foxcon its own keys, and none of the other's. */
async function redisKeepsThemApart(machine: Machine): Promise<void> {
  const printed = await machine.run(`
key_of() { redis-cli -u "$OPERATOR_URL" --scan --pattern "$1" 2> /dev/null | head -n 1; }
as_foxcon() { redis-cli -u "redis://foxcon:$FOXCON_PASSWORD@127.0.0.1:6379" "$@" 2> /dev/null; }
echo "own: $(as_foxcon getrange "$(key_of 'foxcon:s:*')" 0 0 | wc -c)"
echo "other: $(key_of 's:*' | cut -c 1-2) $(as_foxcon getrange "$(key_of 's:*')" 0 0)"
`);
  assert.match(printed, /^own: 2$/m);
  assert.match(printed, /^other: s: NOPERM /m);
}
