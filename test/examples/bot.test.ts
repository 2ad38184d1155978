import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import test from 'node:test';
import { promisify } from 'node:util';
import { compile, linkPackages } from '../adoption/host-folder.ts';
import { packagesOfConvention, packagesOfLogin } from '../architecture.ts';
import { type LoadedPage, logIn, type Visitor, visitor } from '../support/app/visitor.ts';
import { freePort } from '../support/machine/free-port.ts';
import { shared } from '../support/machine/shared.ts';
import { temporaryFolder } from '../support/machine/temporary-folder.ts';
import { startDiscord } from './discord-stand-in.ts';
import { startExample } from './start-example.ts';

const startBot = shared(['ProcessWrap', 'TCPServerWrap'], async (lifetime) => {
  const PORT = String(await freePort());
  const discord = await startDiscord(lifetime, `http://localhost:${PORT}`);
  return { url: await startExample(lifetime, 'bot', { ...discord.env, PORT }), discord };
});

async function logInAs(url: string, as: string): Promise<{ who: Visitor; page: LoadedPage }> {
  const who = visitor();
  const logInLink = (await who.open(url)).$('a').attr('href') ?? '';
  return { who, page: await logIn(who, `${url}${logInLink}`, { as }) };
}

/** Presses the button on the app's page, and follows a link on the stand-in's page. */
async function ask(who: Visitor, page: LoadedPage, link: string): Promise<LoadedPage> {
  return who.follow(await who.press(page, 'Get the Discord role'), link);
}

test('`npm run example bot` gives the role without any credentials', async (t) => {
  const url = await startExample(t, 'bot');
  const { who, page } = await logInAs(url, 'robin');
  const after = await ask(who, page, 'Authorize as Nelly');
  assert.equal(after.url.href, `${url}/`);
  assert.match(after.html, /You have the Discord role/);
});

test('the bot names the variables that are not set', async () => {
  const env = { PATH: process.env.PATH, DISCORD_CLIENT_ID: '1', DISCORD_BOT_TOKEN: '2' };
  const args = [resolve('examples/bot.ts')];
  const failure = await promisify(execFile)(process.execPath, args, { env }).catch(
    (error) => error,
  );
  assert.equal(failure.code, 1);
  assert.match(
    failure.stderr,
    /^Set DISCORD_CLIENT_SECRET, DISCORD_SERVER_ID, DISCORD_ROLE_ID\. .*\n$/,
  );
});

test('a paid ticket gives the role to one Discord account', async () => {
  const { url, discord } = await startBot();
  const { who, page } = await logInAs(url, 'robin');
  assert.doesNotMatch(page.html, /You have the Discord role/);
  discord.withRole.clear();
  const after = await ask(who, page, 'Authorize as Nelly');
  assert.match(after.html, /You have the Discord role/);
  assert.deepEqual([...discord.withRole], ['Nelly']);

  const other = await ask(who, after, 'Authorize as Rover');
  assert.equal(other.status, 409);
  assert.match(other.html, /Another Discord account has the role for your ticket/);
  assert.deepEqual([...discord.withRole], ['Nelly']);

  // A member who leaves the server loses the role, and may get it again.
  discord.withRole.clear();
  await ask(who, after, 'Authorize as Nelly');
  assert.deepEqual([...discord.withRole], ['Nelly']);
});

for (const as of ['sam', 'noa'])
  test(`without a paid ticket, ${as} gets neither the button nor the role`, async () => {
    const { url, discord } = await startBot();
    discord.withRole.clear();
    const { who, page } = await logInAs(url, as);
    assert.match(page.html, /You get the Discord role when your ticket is paid/);
    assert.doesNotMatch(page.html, /Get the Discord role/);

    const form = new URLSearchParams({ form_token: String(page.$('[name=form_token]').val()) });
    const sent = await who.request(`${url}/discord`, { method: 'POST', form });
    const question = await who.open(sent.headers.get('location') ?? '');
    const refused = await who.follow(question, 'Authorize as Nelly');
    assert.equal(refused.status, 403);
    assert.match(refused.html, /Your ticket is not paid/);
    assert.deepEqual([...discord.withRole], []);
  });

test('without the form token of the session, nobody is sent to Discord', async () => {
  const { url } = await startBot();
  const { who } = await logInAs(url, 'robin');
  const forged = await who.request(`${url}/discord`, {
    method: 'POST',
    form: new URLSearchParams(),
  });
  assert.equal(forged.status, 403);
});

test('a cancelled question, and a Discord account that is no member, do not prevent another try', async () => {
  const { url, discord } = await startBot();
  discord.withRole.clear();
  const { who, page } = await logInAs(url, 'kit');
  const cancelled = await ask(who, page, 'Cancel');
  assert.equal(cancelled.status, 403);
  assert.match(cancelled.html, /You cancelled at Discord/);

  const home = await who.follow(cancelled, 'Back');
  const noMember = await ask(who, home, 'Authorize as Wumpus');
  assert.equal(noMember.status, 409);
  assert.match(noMember.html, /You are not a member of our Discord server/);
  assert.deepEqual([...discord.withRole], []);

  const after = await ask(who, await who.follow(noMember, 'Back'), 'Authorize as Rover');
  assert.match(after.html, /You have the Discord role/);
  assert.deepEqual([...discord.withRole], ['Rover']);
});

const refusals = [
  {
    refusal: { status: 403, body: { message: 'Missing Permissions', code: 50013 } },
    shown: { status: 502, text: /Our bot could not give you the role/ },
  },
  {
    refusal: {
      status: 429,
      body: { message: 'You are being rate limited.', retry_after: 64.57, global: false },
    },
    shown: { status: 503, text: /Discord is busy\. Please try again in 65 seconds/ },
  },
];

for (const { refusal, shown } of refusals)
  test(`if Discord responds with ${refusal.status}, the visitor sees the reason`, async (t) => {
    const { url, discord } = await startBot();
    discord.withRole.clear();
    discord.refusal = refusal;
    t.after(() => {
      discord.refusal = undefined;
    });
    const { who, page } = await logInAs(url, 'layla');
    const refused = await ask(who, page, 'Authorize as Nelly');
    assert.equal(refused.status, shown.status);
    assert.match(refused.html, shown.text);
    assert.deepEqual([...discord.withRole], []);
    assert.doesNotMatch((await who.follow(refused, 'Back')).html, /You have the Discord role/);
  });

test('a callback works only once, and only in the browser that asked', async () => {
  const { url, discord } = await startBot();
  discord.withRole.clear();
  const victim = await logInAs(url, 'vera');
  const attacker = await logInAs(url, 'dee');
  const question = await attacker.who.press(attacker.page, 'Get the Discord role');
  const callback = question.$('a').first().attr('href') ?? '';
  // The victim presses the button too, so that their session has its own state.
  await victim.who.press(victim.page, 'Get the Discord role');
  const refused = await victim.who.open(callback, question.url.href);
  assert.equal(refused.status, 400);
  const stranger = await logIn(visitor(), callback, { as: 'zoe', from: question.url.href });
  assert.equal(stranger.status, 400);
  assert.deepEqual([...discord.withRole], []);

  assert.equal((await attacker.who.open(callback, question.url.href)).status, 200);
  assert.equal((await attacker.who.open(callback, question.url.href)).status, 400);
});

test('the example compiles in the strictest host, with copies of the two folders', (t) => {
  const folder = temporaryFolder(t);
  const types = ['@types/node', '@types/express', '@types/express-session'];
  linkPackages(folder, [...packagesOfLogin, ...packagesOfConvention, ...types]);
  for (const name of ['login', 'convention'])
    cpSync(`src/${name}`, join(folder, name), { recursive: true });
  const bot = readFileSync('examples/bot.ts', 'utf8').replaceAll('../src/', './');
  writeFileSync(join(folder, 'bot.ts'), bot);
  assert.equal(compile(folder, { include: ['bot.ts', 'login', 'convention'] }), '');
});
