import type { State } from './state.ts';

export const loginStates: State[] = [
  {
    name: 'Home, logged out',
    needsBrowser: true,
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
    name: 'Home, with date and place',
    stage: 'fullPage',
    show: ({ open }) => open('/'),
    path: '/',
    heading: 'Check your Testcon badge',
    says: ['2027', 'Harbour Hall, Hamburg', 'Log in with Testcon'],
  },
  {
    name: 'Home, after the convention',
    stage: 'afterConvention',
    show: ({ open }) => open('/'),
    path: '/',
    heading: 'Your badge is still here',
    says: ['Testcon is over. Thank you', 'See what’s next', 'Log in with Testcon'],
    hides: ['No account yet?', 'ticket is paid'],
  },
  {
    name: 'A callback without a pending login, with a help contact',
    needsBrowser: true,
    stage: 'fullPage',
    show: ({ open }) => open('/login/callback?code=a&state=b'),
    status: 400,
    path: '/login/callback',
    heading: 'Log in again',
    says: ['Still not working? Contact us', 'help@testcon.example', 'Quote this reference'],
  },
  {
    name: 'Home, logged in',
    async show({ logIn, open }) {
      await logIn('robin');
      await open('/');
    },
    path: '/badge-name',
    heading: 'Your badge',
  },
  {
    name: 'Home while Redis is down',
    stage: 'withoutRedis',
    show: ({ open }) => open('/'),
    path: '/',
    heading: 'Check your Testcon badge',
    says: ['Log in with Testcon'],
  },
  {
    name: 'Choose what to share',
    needsBrowser: true,
    async show({ open, follow }) {
      await open('/');
      await follow('Choose what to share before you log in');
    },
    path: '/login/choose',
    heading: 'Choose what to share',
    says: ['We always ask for', 'You can also share (optional)', 'You can change this later.'],
  },
  {
    name: 'A stored choice in a browser that ignores Refresh',
    needsBrowser: true,
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
    name: 'A link to the login while logged in',
    async show({ logIn, open }) {
      await logIn('robin');
      await open('/login?return_to=/profile');
    },
    path: '/profile',
    heading: 'Your profile',
  },
  {
    name: 'A denied login',
    show: ({ logIn }) => logIn('robin', { deny: true }),
    status: 403,
    path: '/login/callback',
    heading: 'Your details weren’t shared',
    says: ['Nothing was shared or saved.', 'Log in with', 'Choose what to share before you log in'],
    hides: ['Sorry', 'error', 'reference'],
  },
  {
    name: 'A login that the platform ends with an error of its own',
    needsBrowser: true,
    async show({ app, page, open }) {
      const start = await page.request.get(`${app.url}/login`, { maxRedirects: 0 });
      const state = new URL(start.headers().location ?? '').searchParams.get('state') ?? '';
      const response = { error: 'application_suspended', state, iss: app.sandbox.url };
      await open(`/login/callback?${new URLSearchParams(response)}`);
    },
    status: 403,
    path: '/login/callback',
    heading: 'The login didn’t finish',
    says: ['Nothing was shared or saved.', 'Its reason: application_suspended', 'Log in with'],
  },
  {
    name: 'A denied login to share more',
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
    name: 'A login to share more as another person',
    needsBrowser: true,
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
    name: 'A callback without a pending login',
    show: ({ open }) => open('/login/callback?code=a&state=b'),
    status: 400,
    path: '/login/callback',
    heading: 'Log in again',
    says: ['The login took too long, or was opened in another window.', 'Log in with Testcon'],
  },
  {
    name: 'A callback without a pending login while logged in',
    async show({ logIn, open }) {
      await logIn('robin');
      await open('/login/callback?code=a&state=b');
    },
    path: '/badge-name',
    heading: 'Your badge',
  },
  {
    name: 'The platform refuses the login',
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
    name: 'The platform does not say who logged in',
    async show({ breakConvention, logIn }) {
      await breakConvention([{ fault: 'html', status: 429, route: 'GET /api/users/current' }]);
      await logIn('robin');
    },
    status: 503,
    path: '/login/callback',
    heading: 'You can’t log in right now',
  },
  {
    name: 'A login with only some of the scopes',
    show: ({ logIn }) => logIn('robin', { path: '/profile', untick: ['pii:phone'] }),
    path: '/profile',
    heading: 'Your profile',
    says: ['Shared: your email address and your postal address. Not shared: your phone number.'],
    hides: ['2025551001', '202 555 1001'],
  },
  {
    name: 'A link to a page while logged out',
    needsBrowser: true,
    async show(visit) {
      await visit.open('/roles');
      await visit.finishLogin('robin');
    },
    path: '/roles',
    heading: 'Your roles',
  },
  {
    name: 'An expired session',
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
    name: 'A form from an expired session',
    needsBrowser: true,
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
    name: 'Logged out',
    needsBrowser: true,
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
    name: 'Logged out everywhere',
    async show({ logIn, press }) {
      await logIn('robin', { path: '/sharing' });
      await press('Log out everywhere');
    },
    path: '/logged-out',
    heading: 'You’re logged out',
  },
  {
    name: 'The log-out page while logged in',
    async show({ logIn, open }) {
      await logIn('robin');
      await open('/logged-out');
    },
    path: '/logged-out',
    heading: 'You’re still logged in',
  },
  {
    name: 'A link to the log-out',
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
