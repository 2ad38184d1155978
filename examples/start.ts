// `npm run example minimal` starts the example minimal.ts and a sandbox. No example needs
// credentials or Redis.
import { startSandbox } from '../src/sandbox/app.ts';
import { startDiscord } from '../test/examples/discord-stand-in.ts';

const examples = ['minimal', 'with-core', 'with-your-own-session', 'bot'];
const [name = ''] = process.argv.slice(2);

if (!examples.includes(name)) {
  console.error(`Which one? npm run example ${examples.join(' | ')}`);
  process.exit(1);
}

process.env.PUBLIC_URL ??= `http://localhost:${process.env.PORT ?? 3000}`;
const callbacks = ['/login/callback', '/account/login/callback'];
const sandbox = await startSandbox({
  redirectUris: callbacks.map((path) => new URL(path, process.env.PUBLIC_URL).href),
});
process.env.CONVENTION_URL = sandbox.url;
console.log(`Sandbox convention: ${sandbox.url}. Log in as robin. No password is needed.`);

const isDiscordSet = Object.keys(process.env).some((variable) => variable.startsWith('DISCORD_'));
if (name === 'bot' && !isDiscordSet) {
  const discord = await startDiscord({ after() {} }, process.env.PUBLIC_URL);
  Object.assign(process.env, discord.env);
  console.log(`Stand-in for Discord: ${discord.url}. To use Discord, set the variables DISCORD_….`);
}

await import(`./${name}.ts`);
