import type { State } from './state.ts';

export const loginStates: State[] = [
  {
    row: '1',
    name: 'Home, logged out',
    needsBrowser: true,
    reach: 'open the site',
    show: ({ open }) => open('/'),
    path: '/',
    heading: 'Check your Testcon badge',
    says: [
      'Check your Testcon badge',
      'Log in with Testcon',
      'We never see your password',
      'No account yet?',
    ],
    hides: ['Log out'],
  },
  {
    row: '1',
    name: 'Home, with date and place',
    reach: 'set CONVENTION_PLACE, and open the site',
    stage: 'fullPage',
    show: ({ open }) => open('/'),
    path: '/',
    heading: 'Check your Testcon badge',
    says: ['2027', 'Harbour Hall, Hamburg', 'Log in with Testcon'],
  },
  {
    row: '1',
    name: 'Home, after the convention',
    reach: 'set NEXT_URL and past CONVENTION_DAYS, and open the site',
    stage: 'afterConvention',
    show: ({ open }) => open('/'),
    path: '/',
    heading: 'Your badge is still here',
    says: ['Testcon is over. Thank you', 'See what’s next', 'Log in with Testcon'],
    hides: ['No account yet?', 'ticket is paid'],
  },
  {
    row: '6',
    name: 'A callback without a pending login, with a help contact',
    needsBrowser: true,
    reach: 'set HELP_EMAIL, and open /login/callback?code=a&state=b',
    stage: 'fullPage',
    show: ({ open }) => open('/login/callback?code=a&state=b'),
    status: 400,
    path: '/login/callback',
    heading: 'Log in again',
    says: ['Still not working? Contact us', 'help@testcon.example', 'Quote this reference'],
  },
  {
    row: '2',
    name: 'Home, logged in',
    reach: 'log in as robin, and open the site',
    async show({ logIn, open }) {
      await logIn('robin');
      await open('/');
    },
    path: '/badge-name',
    heading: 'Your badge',
  },
  {
    row: '2',
    name: 'Home while Redis is down',
    reach: 'log in, stop Redis, and open the site',
    stage: 'withoutRedis',
    show: ({ open }) => open('/'),
    path: '/',
    heading: 'Check your Testcon badge',
    says: ['Log in with Testcon'],
  },
  {
    row: '3',
    name: 'Choose what to share',
    needsBrowser: true,
    reach: 'follow "Choose what to share before you log in"',
    async show({ open, follow }) {
      await open('/');
      await follow('Choose what to share before you log in');
    },
    path: '/login/choose',
    heading: 'Choose what to share',
    says: ['We always ask for', 'You can also share (optional)', 'You can change this later.'],
  },
  {
    row: '3',
    name: 'A stored choice in a browser that ignores Refresh',
    needsBrowser: true,
    reach: 'tick Email on /login/choose, and press "Save and continue" in such a browser',
    async show({ open, page, press }) {
      await page.route(/\/login\?scope=/, (route) => route.abort('aborted'), { times: 1 });
      await open('/login/choose?return_to=/profile');
      await page.getByLabel('Email').check();
      const goesOn = page.waitForEvent('requestfailed');
      await press('Save and continue');
      await goesOn;
    },
    path: '/login/choose',
    heading: 'Choose what to share',
    says: ['Email', 'Continue to the Testcon registration site', 'Change your choice'],
  },
  {
    row: '4',
    name: 'A link to the login while logged in',
    reach: 'log in as robin, and open /login?return_to=/profile',
    async show({ logIn, open }) {
      await logIn('robin');
      await open('/login?return_to=/profile');
    },
    path: '/profile',
    heading: 'Your profile',
  },
  {
    row: '5',
    name: 'A denied login',
    reach: 'log in, and press Deny',
    show: ({ logIn }) => logIn('robin', { deny: true }),
    status: 403,
    path: '/login/callback',
    heading: 'Your details weren’t shared',
    says: ['Nothing was shared or saved.', 'Log in with', 'Choose what to share before you log in'],
    hides: ['Sorry', 'error', 'reference'],
  },
  {
    row: '5',
    name: 'A login that the platform ends with an error of its own',
    needsBrowser: true,
    reach: 'log in at a platform that returns the error application_suspended',
    async show({ app, page, open }) {
      const start = await page.request.get(`${app.url}/login`, { maxRedirects: 0 });
      const state = new URL(start.headers().location ?? '').searchParams.get('state') ?? '';
      const answer = { error: 'application_suspended', state, iss: app.sandbox.url };
      await open(`/login/callback?${new URLSearchParams(answer)}`);
    },
    status: 403,
    path: '/login/callback',
    heading: 'The login didn’t finish',
    says: ['Nothing was shared or saved.', 'Its reason: application_suspended', 'Log in with'],
  },
  {
    row: '5b',
    name: 'A denied login to share more',
    reach: 'share only the email address, follow "Share: Phone", and press Deny',
    async show(visit) {
      await visit.logIn('robin', { path: '/profile', untick: ['pii:phone', 'pii:address'] });
      await visit.follow('Share: Phone');
      await visit.finishLogin('robin', { deny: true });
    },
    path: '/profile',
    heading: 'Your profile',
    says: ['Nothing changed.'],
    hides: ['2025551001', '202 555 1001'],
  },
  {
    row: '5c',
    name: 'A login to share more as another person',
    needsBrowser: true,
    reach: 'log in as robin, follow "Share: Phone", and log in as sam',
    async show(visit) {
      await visit.logIn('robin', { path: '/profile', untick: ['pii:phone', 'pii:address'] });
      await visit.page.context().clearCookies({ domain: '127.0.0.1' });
      await visit.follow('Share: Phone');
      await visit.finishLogin('sam');
    },
    path: '/profile',
    heading: 'Your profile',
    says: ['To use a different Testcon account, log out first.', 'robin_banks'],
    hides: ['Okafor'],
  },
  {
    row: '6',
    name: 'A callback without a pending login',
    reach: 'open /login/callback?code=a&state=b',
    show: ({ open }) => open('/login/callback?code=a&state=b'),
    status: 400,
    path: '/login/callback',
    heading: 'Log in again',
    says: ['The login took too long, or was opened in another window.', 'Log in with Testcon'],
  },
  {
    row: '6',
    name: 'A callback without a pending login while logged in',
    reach: 'log in as robin, and open /login/callback?code=a&state=b',
    async show({ logIn, open }) {
      await logIn('robin');
      await open('/login/callback?code=a&state=b');
    },
    path: '/badge-name',
    heading: 'Your badge',
  },
  {
    row: '7',
    name: 'The platform refuses the login',
    reach: 'set the fault `server-error` for `POST /api/oauth/token`, and log in',
    async show({ breakConvention, logIn }) {
      await breakConvention([{ fault: 'server-error', route: 'POST /api/oauth/token' }]);
      await logIn('robin');
    },
    status: 502,
    path: '/login/callback',
    heading: 'You can’t log in right now',
    says: ['Nothing was saved.', 'Log in with', 'If you contact us, quote this reference'],
  },
  {
    row: '7',
    name: 'The platform does not say who logged in',
    reach: 'set the fault `html` with status 429 for `GET /api/users/current`, and log in',
    async show({ breakConvention, logIn }) {
      await breakConvention([{ fault: 'html', status: 429, route: 'GET /api/users/current' }]);
      await logIn('robin');
    },
    status: 503,
    path: '/login/callback',
    heading: 'You can’t log in right now',
  },
  {
    row: '8',
    name: 'A login with only some of the scopes',
    reach: 'untick Phone number on the consent page',
    show: ({ logIn }) => logIn('robin', { path: '/profile', untick: ['pii:phone'] }),
    path: '/profile',
    heading: 'Your profile',
    says: ['Shared: your email address and your postal address. Not shared: your phone number.'],
    hides: ['2025551001', '202 555 1001'],
  },
  {
    row: '22',
    name: 'A link to a page while logged out',
    needsBrowser: true,
    reach: 'open /roles, and log in',
    async show(visit) {
      await visit.open('/roles');
      await visit.finishLogin('robin');
    },
    path: '/roles',
    heading: 'Your roles',
  },
  {
    row: '22',
    name: 'An expired session',
    reach: 'log in, empty Redis, and open /profile',
    async show({ app, logIn, open }) {
      await logIn('robin');
      await app.redis.command('FLUSHALL');
      await open('/profile');
    },
    path: '/login/expired',
    heading: 'You’ve been logged out',
    says: ['after 30 minutes without activity', 'Log in again'],
  },
  {
    row: '22',
    name: 'A form from an expired session',
    needsBrowser: true,
    reach: 'open /sharing/stop, delete the cookies, and press "Stop sharing"',
    async show({ logIn, page, press }) {
      await logIn('robin', { path: '/sharing/stop?scope=pii:email' });
      await page.context().clearCookies();
      await press('Stop sharing');
    },
    status: 401,
    path: '/sharing/stop',
    heading: 'You’re not logged in',
    says: ['This wasn’t saved.', 'Log in with Testcon'],
  },
  {
    row: '23',
    name: 'Logged out',
    needsBrowser: true,
    reach: 'log in, and press "Log out"',
    async show({ logIn, press }) {
      await logIn('robin');
      await press('Log out');
    },
    path: '/logged-out',
    heading: 'You’re logged out',
    says: [
      'You may still be logged in on the Testcon registration site',
      'Log out of Testcon too',
      'Log in again',
    ],
    hides: ['Robin'],
  },
  {
    row: '23',
    name: 'Logged out everywhere',
    reach: 'log in, and press "Log out everywhere" on /sharing',
    async show({ logIn, press }) {
      await logIn('robin', { path: '/sharing' });
      await press('Log out everywhere');
    },
    path: '/logged-out',
    heading: 'You’re logged out',
  },
  {
    row: '23',
    name: 'The log-out page while logged in',
    reach: 'open /logged-out while logged in',
    async show({ logIn, open }) {
      await logIn('robin');
      await open('/logged-out');
    },
    path: '/logged-out',
    heading: 'You’re still logged in',
  },
  {
    row: '23',
    name: 'A link to the log-out',
    reach: 'open /logout while logged in',
    async show({ logIn, open }) {
      await logIn('robin');
      await open('/logout');
    },
    status: 405,
    path: '/logout',
    heading: 'Do you want to log out?',
    says: ['Press the button to log out.', 'Log out'],
  },
];
