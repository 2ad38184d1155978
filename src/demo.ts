// `npm run demo`: the app and the sandbox, without credentials or Redis.
import { randomBytes } from 'node:crypto';
import { createApp } from './app.ts';
import { createLog } from './log/log.ts';
import { createMemoryKeys, redirectUri } from './login/login.ts';
import { startSandbox } from './sandbox/app.ts';
import { yearOfNextConvention } from './sandbox/records/convention.ts';
import { knownServiceScopes } from './scopes.ts';
import { createAppServer } from './server/app-server.ts';
import { readConfig } from './settings/config.ts';
import { createSiteConvention } from './wiring/site-convention.ts';

// The app runs on localhost and the sandbox on 127.0.0.1, so that they do not share cookies, as in
// production.
const port = Number(process.env.PORT ?? 3000);
const publicUrl = new URL(`http://localhost:${port}`);
const clientSecret = randomBytes(32).toString('hex');
const year = yearOfNextConvention(Date.now());

try {
  const sandbox = await startSandbox({
    port: Number(process.env.SANDBOX_PORT ?? 4000),
    clients: [{ id: 'lanyard', secret: clientSecret }],
    redirectUris: [redirectUri(publicUrl).href],
    year,
  });
  const config = readConfig(
    {
      PUBLIC_URL: publicUrl.href,
      CONVENTION_URL: sandbox.url,
      REGISTRATION_URL: `${sandbox.url}/registration`,
      CONVENTION_NAME: `Foxcon ${year}`,
      OAUTH_CLIENT_ID: 'lanyard',
      OAUTH_CLIENT_SECRET: clientSecret,
      SESSION_SECRETS: randomBytes(32).toString('hex'),
      ENCRYPTION_KEYS: `demo:${randomBytes(32).toString('hex')}`,
      SERVICE_SCOPES: Object.keys(knownServiceScopes).join(' '),
      CONVENTION_TIME_ZONE: 'Europe/Berlin',
      CONVENTION_PLACE: 'Harbour Hall, Hamburg',
      CONVENTION_MAP_URL: 'https://www.openstreetmap.org/?mlat=53.5438&mlon=9.9665#map=16',
      DESK_HOURS: `${year}-07-02 10:00-20:00; ${year}-07-03 9:00-18:00; ${year}-07-04 9:00-12:00`,
      BADGE_NAME_UNTIL: `${year}-06-01`,
      PAY_UNTIL: `${year}-06-15`,
      HELP_EMAIL: 'help@foxcon.example',
      GUARDIAN_URL: `${sandbox.url}/registration`,
      BADGE_TIERS: 'Sponsor=f6bd2f/2a1b00',
      OAUTH_LOGOUT_URL: `${sandbox.url}/oauth/logout?next=${encodeURIComponent(publicUrl.href)}`,
      OAUTH_PROMPT_LOGIN: 'on',
    },
    { inMemory: true },
  );
  const log = createLog('warn');
  const app = createApp({
    config,
    keys: createMemoryKeys(),
    convention: createSiteConvention(config, { log }),
    log,
    banner: 'banner.demo',
  });
  const server = createAppServer({}, app).listen(port, 'localhost');
  await new Promise((resolve, reject) => server.once('listening', resolve).once('error', reject));
  console.log(`
  Lanyard              ${publicUrl.origin}
  Sandbox convention   ${sandbox.url}

  Open the first URL and log in as robin (everything filled in), sam (not paid),
  noa (no registration) or mallory (hostile text in every field); there are eight more.
  No password is needed. ${sandbox.url}/protocol shows each step of a login.
  Stop with Ctrl-C.
`);
} catch (error) {
  console.error(`The demo cannot start: ${error instanceof Error ? error.message : error}`);
  console.error('Other ports: PORT=3001 SANDBOX_PORT=4001 npm run demo');
  process.exit(1);
}
