// `npm run example minimal` starts the example minimal.ts and a sandbox. Neither needs credentials
// or Redis.
import { startSandbox } from '../src/sandbox/app.ts';

const examples = ['minimal', 'with-core', 'with-your-own-session', 'bot'];
const [name = ''] = process.argv.slice(2);

if (!examples.includes(name)) {
  console.error(`Which one? npm run example ${examples.join(' | ')}`);
  process.exit(1);
}

process.env.PUBLIC_URL ??= `http://localhost:${process.env.PORT ?? 3000}`;
const callbacks = ['/login/callback', '/account/login/callback'];
const sandbox = await startSandbox({
  attendees: Number(process.env.SANDBOX_ATTENDEES ?? 0),
  redirectUris: callbacks.map((path) => new URL(path, process.env.PUBLIC_URL).href),
});
process.env.CONVENTION_URL = sandbox.url;
console.log(`Sandbox convention: ${sandbox.url}. Log in as robin. No password is needed.`);

await import(`./${name}.ts`);
if (name === 'bot') await sandbox.close();
