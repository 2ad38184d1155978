// Reading the settings: which values are refused and how, what a file may hold, and the defaults.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { ConfigError, readConfig } from '../../src/settings/config.ts';
import { goodSettings } from '../support/good-settings.ts';

type Name = keyof typeof goodSettings;

test('good settings are read', () => {
  const config = readConfig(goodSettings);
  assert.equal(config.publicUrl.href, 'http://localhost:3000/');
  assert.equal(config.redisUrl, goodSettings.REDIS_URL);
  assert.deepEqual(config.sessionSecrets, [goodSettings.SESSION_SECRETS]);
  assert.deepEqual(
    config.encryptionKeys.map(({ id, key }) => [id, key.length]),
    [['k1', 32]],
  );
});

for (const name of Object.keys(goodSettings) as Name[]) {
  test(`a missing ${name} is named, and nothing else is`, () => {
    const { [name]: _left, ...others } = goodSettings;
    assert.deepEqual(problemsOf(others), [
      `${name} is missing${name === 'REDIS_URL' ? redisHint : ''}`,
    ]);
  });

  test(`an empty ${name} counts as left out`, () => {
    assert.match(
      problemsOf({ ...goodSettings, [name]: '  ' }).join(),
      new RegExp(`^${name} is missing`),
    );
  });
}

const redisHint = ' (only `npm run demo` runs without Redis)';

test('the site listens where its proxy is, on this computer, unless HOST says otherwise', () => {
  const hostFor = (PUBLIC_URL: string, more = {}) =>
    readConfig({ ...goodSettings, PUBLIC_URL, TRUST_PROXY: '1', ...more }).listen.host;
  assert.equal(hostFor('https://lanyard.example'), '127.0.0.1');
  assert.equal(hostFor('https://lanyard.example', { HOST: '0.0.0.0' }), '0.0.0.0');
  assert.equal(hostFor('http://localhost:3000'), 'localhost');
  assert.equal(hostFor('http://localhost:3000', { HOST: '::1' }), '::1');
});

test('an address that others are built upon has no query, fragment or user name', () => {
  for (const tail of ['/?x=1', '/#x', '/path?x']) {
    assert.match(
      problemsOf({ ...goodSettings, CONVENTION_URL: `https://reg.example${tail}` }).join(),
      /^CONVENTION_URL must have no query/,
    );
  }
  for (const address of ['https://user:secret@reg.example', 'http://user@localhost:3000']) {
    for (const name of ['CONVENTION_URL', 'PUBLIC_URL']) {
      assert.match(
        problemsOf({ ...goodSettings, TRUST_PROXY: '1', [name]: address }).join(),
        new RegExp(`^${name} must have no`),
      );
    }
  }
});

test('a refresh token is kept only with OAUTH_NARROW', () => {
  assert.equal(readConfig(goodSettings).oauth.keepRefreshToken, false);
  assert.equal(readConfig({ ...goodSettings, OAUTH_NARROW: 'on' }).oauth.keepRefreshToken, true);
  const [problem] = problemsOf({ ...goodSettings, OAUTH_NARROW: 'yes' });
  assert.match(problem ?? '', /^OAUTH_NARROW must be on or off/);
});

test('all problems are told in one error', () => {
  const problems = problemsOf({ PORT: 'eighty', OAUTH_PKCE: 'maybe', LOG_LEVEL: 'loud' });
  for (const name of [...Object.keys(goodSettings), 'PORT', 'OAUTH_PKCE', 'LOG_LEVEL']) {
    assert.equal(problems.filter((line) => line.startsWith(`${name} `)).length, 1, name);
  }
  assert.equal(problems.length, 10);
});

test('no value stands in the message, in no setting, however malformed', () => {
  const names = [
    ...Object.keys(goodSettings),
    ...[
      'PORT',
      'TRUST_PROXY',
      'CONVENTION_NAME',
      'CONVENTION_SITE_URL',
      'REGISTRATION_URL',
      'OAUTH_SCOPES',
    ],
    ...['HELP_EMAIL', 'HELP_URL', 'IMPRINT_URL', 'PRIVACY_URL', 'MESSAGES_DIR', 'PAGES'],
    ...['CONVENTION_ACCENT', 'CONVENTION_LOGO', 'CONVENTION_DAYS', 'CONVENTION_PLACE'],
    ...['CONVENTION_MAP_URL', 'DESK_HOURS', 'GUARDIAN_URL', 'BADGE_NAME_URL', 'BADGE_TIERS'],
    ...[
      'OAUTH_AUTHORIZATION_URL',
      'OAUTH_TOKEN_URL',
      'OAUTH_PKCE',
      'OAUTH_LOGOUT_URL',
      'OAUTH_PROMPT_LOGIN',
      'OAUTH_NARROW',
      'SESSION_IDLE_MINUTES',
      'LOG_LEVEL',
    ],
  ];
  for (const canary of [
    'CANARY',
    'CANARY://CANARY',
    `http://CANARY.example/${'CANARY'.repeat(20)}`,
    'k1:CANARY',
  ]) {
    const message = problemsOf(Object.fromEntries(names.map((name) => [name, canary]))).join('\n');
    assert.match(message, /ENCRYPTION_KEYS must/);
    assert.doesNotMatch(message, /canary/i);
  }
});

test('http is refused but for this computer', () => {
  for (const name of [
    'PUBLIC_URL',
    'CONVENTION_URL',
    'OAUTH_TOKEN_URL',
    'OAUTH_AUTHORIZATION_URL',
    'REGISTRATION_URL',
  ]) {
    for (const host of [
      'lanyard.example',
      'localhost.example',
      '127.0.0.1.example',
      '192.168.0.1',
      '[::2]',
    ]) {
      assert.deepEqual(problemsOf({ ...goodSettings, [name]: `http://${host}` }), [
        `${name} must be https (http is allowed for this computer only)`,
      ]);
    }
    for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000']) {
      assert.deepEqual(problemsOf({ ...goodSettings, [name]: `http://${host}` }), []);
    }
  }
});

test('a service scope that no page reads is refused: with the right to change roles this site would hold more than it needs', () => {
  for (const scopes of [
    'user:roles:update',
    'registration:read CANARY',
    'pii:basic',
    'Registration:Read',
  ]) {
    assert.deepEqual(problemsOf({ ...goodSettings, SERVICE_SCOPES: scopes }), [
      'SERVICE_SCOPES must be some of registration:read, volunteer:read, vendor:read, user:read',
    ]);
  }
  assert.deepEqual(
    problemsOf({ ...goodSettings, SERVICE_SCOPES: 'user:read, registration:read' }),
    [],
  );
});

test('a default locale is a language that the pages speak, perhaps with a region', () => {
  for (const locale of ['tlh', 'english', 'de_DE', 'DE', 'en-gb', '../en', 'en.json', 'de-DEU']) {
    assert.deepEqual(problemsOf({ ...goodSettings, DEFAULT_LOCALE: locale }), [
      'DEFAULT_LOCALE must be a language of views/messages, perhaps with a region (en-GB)',
    ]);
  }
  for (const locale of ['en', 'de', 'de-AT', 'en-GB', 'fr-CA', 'es-MX']) {
    assert.deepEqual(problemsOf({ ...goodSettings, DEFAULT_LOCALE: locale }), []);
  }
});

test('a web address is http or https, nothing else', () => {
  for (const address of [
    'lanyard.example',
    'ftp://lanyard.example',
    'javascript:alert(1)',
    '/profile',
  ]) {
    assert.deepEqual(problemsOf({ ...goodSettings, CONVENTION_URL: address }), [
      'CONVENTION_URL must be a web address, such as https://foxcon.example',
    ]);
  }
});

test('PUBLIC_URL is an origin', () => {
  assert.deepEqual(problemsOf({ ...goodSettings, PUBLIC_URL: 'http://localhost:3000/app' }), [
    'PUBLIC_URL must be an origin, without a path',
  ]);
});

test('an https site needs TRUST_PROXY, in whatever letters https is written', () => {
  for (const PUBLIC_URL of ['https://lanyard.example', 'HTTPS://lanyard.example']) {
    assert.match(problemsOf({ ...goodSettings, PUBLIC_URL }).join(), /^TRUST_PROXY is missing/);
    assert.deepEqual(problemsOf({ ...goodSettings, PUBLIC_URL, TRUST_PROXY: '1' }), []);
  }
});

test('TRUST_PROXY is a count or a list of addresses', () => {
  const trusted = (TRUST_PROXY: string) => readConfig({ ...goodSettings, TRUST_PROXY }).trustProxy;
  assert.equal(trusted('2'), 2);
  assert.deepEqual(trusted('10.0.0.0/8, ::1'), ['10.0.0.0/8', '::1']);
  assert.equal(readConfig(goodSettings).trustProxy, undefined);
});

test('TRUST_PROXY refuses what is neither, and what would trust everybody', () => {
  const refused = [
    'true',
    'yes',
    '*',
    'proxy.example',
    '-1',
    '1.5',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/8/9',
  ];
  for (const TRUST_PROXY of [...refused, '0.0.0.0/0', '::/0', '1.2.3.4,true']) {
    assert.match(
      problemsOf({ ...goodSettings, TRUST_PROXY }).join(),
      /^TRUST_PROXY must [^\n]* \(10\.0\.0\.0\/8\)$/,
      TRUST_PROXY,
    );
  }
});

test('a short session secret is refused, also beside a long one', () => {
  for (const secrets of ['short', `${goodSettings.SESSION_SECRETS},short`, ',']) {
    assert.deepEqual(problemsOf({ ...goodSettings, SESSION_SECRETS: secrets }), [
      'SESSION_SECRETS must have at least 32 characters each',
    ]);
  }
});

test('an encryption key is a name and 64 hex digits', () => {
  const hex = '0123456789abcdef'.repeat(4);
  for (const keys of [
    hex,
    `k1:${hex.slice(1)}`,
    `k1:${hex}0`,
    `k1:${hex.replace('a', 'g')}`,
    `:${hex}`,
    `k 1:${hex}`,
    ',',
  ]) {
    assert.deepEqual(problemsOf({ ...goodSettings, ENCRYPTION_KEYS: keys }), [
      'ENCRYPTION_KEYS must be name:key, the key as 64 hex digits',
    ]);
  }
});

test('two encryption keys have two names', () => {
  const [first, second] = ['ab', 'cd'].map((pair) => pair.repeat(32));
  assert.deepEqual(problemsOf({ ...goodSettings, ENCRYPTION_KEYS: `k1:${first},k1:${second}` }), [
    'ENCRYPTION_KEYS must not use a name twice',
  ]);
  const { encryptionKeys } = readConfig({
    ...goodSettings,
    ENCRYPTION_KEYS: `k2:${second},k1:${first}`,
  });
  assert.deepEqual(
    encryptionKeys.map(({ id }) => id),
    ['k2', 'k1'],
  );
});

test('numbers stay within their limits', () => {
  for (const [name, value] of [
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['SESSION_IDLE_MINUTES', '0'],
    ['SESSION_HOURS', '1.5'],
    ['SESSION_HOURS', '169'],
    ['SESSION_IDLE_MINUTES', '1e2'],
    ['LOGINS_PER_MINUTE', '0'],
    ['LOGINS_PER_MINUTE', '1000001'],
    ['PAGES_PER_MINUTE', 'many'],
    ['RECORD_CACHE_SECONDS', '61'],
    ['RECORD_CACHE_SECONDS', '-1'],
    ['RECORD_CACHE_SECONDS', 'off'],
  ] as const) {
    assert.match(
      problemsOf({ ...goodSettings, [name]: value }).join(),
      new RegExp(`^${name} must be [^\n]*$`),
    );
  }
});

test('records stay in memory for 60 seconds, or shorter', () => {
  const secondsOf = (more = {}) => readConfig({ ...goodSettings, ...more }).recordCacheSeconds;
  assert.equal(secondsOf(), 60);
  assert.equal(secondsOf({ RECORD_CACHE_SECONDS: '5' }), 5);
  assert.equal(secondsOf({ RECORD_CACHE_SECONDS: '0' }), 0);
});

test('the rate limits are settings', () => {
  const settings = { ...goodSettings, LOGINS_PER_MINUTE: '20000', PAGES_PER_MINUTE: '60' };
  assert.deepEqual(readConfig(settings).rates, { logins: 20_000, pages: 60 });
});

test('a login asks for pii:basic at least', () => {
  assert.match(
    problemsOf({ ...goodSettings, OAUTH_SCOPES: 'pii:email' }).join(),
    /^OAUTH_SCOPES must include pii:basic/,
  );
  const { scopes } = readConfig({ ...goodSettings, OAUTH_SCOPES: 'pii:basic, pii:email' });
  assert.deepEqual(scopes, ['pii:basic', 'pii:email']);
});

test('P65 PICTURE_ORIGINS are origins, each in full and as safe as every other address; CONVENTION_URL’s is the default', () => {
  const originsOf = (settings: object) =>
    readConfig({ ...goodSettings, ...settings }).convention.pictureOrigins;
  assert.deepEqual(originsOf({}), ['http://127.0.0.1:4000']);
  assert.deepEqual(originsOf({ CONVENTION_URL: 'https://reg.example/fox/' }), [
    'https://reg.example',
  ]);
  assert.deepEqual(
    originsOf({ PICTURE_ORIGINS: 'HTTPS://A.example:443/, https://b.example http://localhost:1' }),
    [...['https://a.example', 'https://b.example', 'http://localhost:1']],
  );
  for (const [PICTURE_ORIGINS, problem] of [
    ['http://pictures.example', 'must be https (http is allowed for this computer only)'],
    ['https://pictures.example/77', 'must be an origin, without a path'],
    ['https://a.example https://*.example', 'must name each host in full'],
    ["https://a.example;script-src'unsafe-inline'", 'must name each host in full'],
    ['data:', 'must be a web address, such as https://foxcon.example'],
    ['*', 'must be a web address, such as https://foxcon.example'],
  ] as const) {
    assert.deepEqual(problemsOf({ ...goodSettings, PICTURE_ORIGINS }), [
      `PICTURE_ORIGINS ${problem}`,
    ]);
  }
});

test('CONVENTION_ACCENT is a colour of three or six digits; its #, which begins a comment in an .env file, may be left out', () => {
  const accentOf = (CONVENTION_ACCENT: string) =>
    readConfig({ ...goodSettings, CONVENTION_ACCENT }).convention.accent;
  assert.equal(accentOf('#E8590c'), '#E8590c');
  assert.equal(accentOf('e8590c'), '#e8590c');
  assert.equal(accentOf('#fd0'), '#fd0');
  assert.equal(
    readConfig(goodSettings).convention.accent,
    undefined,
    'then that of the style sheet',
  );
  for (const CONVENTION_ACCENT of [
    'red',
    '#12345',
    '#5527b8ff',
    '##fff',
    '#ggg',
    'rgb(0 0 0)',
    '#fff; }',
  ]) {
    assert.deepEqual(problemsOf({ ...goodSettings, CONVENTION_ACCENT }), [
      'CONVENTION_ACCENT must be a colour (#rrggbb or #rgb)',
    ]);
  }
});

test('CONVENTION_ACCENT is refused where neither white nor black text on it has a contrast of 4.5', () => {
  const refused = ['#777777', '#7e7e7e', '#1c7ed6', '#be4bdb'];
  for (const CONVENTION_ACCENT of ['#767676', '#7f7f7f', '#f00', '#000', '#fff', ...refused]) {
    assert.deepEqual(
      problemsOf({ ...goodSettings, CONVENTION_ACCENT }),
      refused.includes(CONVENTION_ACCENT)
        ? [
            'CONVENTION_ACCENT must be a little darker or lighter: neither white (#fff) nor black (#16161a) text on it has a contrast of 4.5:1',
          ]
        : [],
      CONVENTION_ACCENT,
    );
  }
});

test('CONVENTION_LOGO is a picture of at most 100 KB, known by what it contains, whatever its name', (t) => {
  const most = 100 * 1024;
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>';
  const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const webp = Buffer.concat([
    Buffer.from('RIFF'),
    Buffer.from([0xff, 0x80, 0x0a, 0]),
    Buffer.from('WEBPVP8L'),
  ]);
  const prolog =
    '\uFEFF<?xml version="1.0"?>\n<!-- made -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x">\n';
  for (const [file, content] of [
    ['logo.png', png],
    ['logo.webp', webp],
    ['logo.svg', svg],
    ['logo.svg', prolog + svg],
    ['logo.svg', svg.padEnd(most)],
  ] as const) {
    const { logo } = readConfig({
      ...goodSettings,
      CONVENTION_LOGO: fileWith(t, content),
    }).convention;
    assert.equal(logo?.file, file);
    assert.ok(logo.content.equals(Buffer.from(content)));
  }
  assert.equal(readConfig(goodSettings).convention.logo, undefined);
  const noPicture = 'must name a picture: PNG, WebP or SVG (with its xmlns)';
  for (const [path, problem] of [
    ['/no/such/file.svg', 'must name a file that can be read'],
    [tmpdir(), 'must name a file that can be read'],
    [fileWith(t, ''), 'must name a file that can be read'],
    [fileWith(t, svg.padEnd(most + 1)), 'must name a file of at most 100 KB'],
    [fileWith(t, `<!doctype html><title>Not found</title>${svg}`), noPicture],
    [fileWith(t, `<!--${svg}--><html></html>`), noPicture],
    [fileWith(t, svg.replace(/ xmlns="[^"]*"/, '')), noPicture],
    [fileWith(t, Buffer.from([0xff, 0xd8, 0xff, 0xe0])), noPicture],
    [fileWith(t, `GIF89a${svg}`), noPicture],
  ] as const) {
    assert.deepEqual(problemsOf({ ...goodSettings, CONVENTION_LOGO: path }), [
      `CONVENTION_LOGO ${problem}`,
    ]);
  }
});

test('CONVENTION_DAYS are a first and a last day, or one that is both', () => {
  const daysOf = (CONVENTION_DAYS: string) =>
    readConfig({ ...goodSettings, CONVENTION_DAYS }).event.days;
  const days = { first: '2027-07-02', last: '2027-07-05' };
  assert.deepEqual(daysOf('2027-07-02/2027-07-05'), days);
  assert.deepEqual(daysOf('2027-07-02 / 2027-07-05'), days);
  assert.deepEqual(daysOf('2027-07-02'), { first: '2027-07-02', last: '2027-07-02' });
  assert.equal(readConfig(goodSettings).event.days, undefined);
  const noDays = 'must be a day, or a first and a last one (2027-07-02/2027-07-05)';
  for (const [CONVENTION_DAYS, problem] of [
    ['July', noDays],
    ['2027-02-29', noDays],
    ['2027-07-02/', noDays],
    ['2027-07-02/2027-07-05/x', 'must be a day, or a first and a last one (2027-07-02/2027-07-05)'],
    ['2027-07-05/2027-07-02', 'must not end before it begins'],
  ] as const) {
    const problems = problemsOf({ ...goodSettings, CONVENTION_DAYS });
    assert.deepEqual(problems, [`CONVENTION_DAYS ${problem}`], CONVENTION_DAYS);
  }
});

test('what is not said about the event is not known, and a wrong address or a long text is refused', () => {
  assert.deepEqual(readConfig(goodSettings).event, {
    days: undefined,
    place: undefined,
    mapUrl: undefined,
    deskHours: undefined,
    guardian: undefined,
  });
  const { event } = readConfig({
    ...goodSettings,
    CONVENTION_PLACE: 'Harbour Hall',
    DESK_HOURS: 'Fri 10–18',
    GUARDIAN_URL: 'https://con.example/guardians',
  });
  assert.deepEqual([event.place, event.deskHours], ['Harbour Hall', 'Fri 10–18']);
  assert.deepEqual([event.guardian?.url.pathname, event.guardian?.age], ['/guardians', 18]);
  for (const [name, value, problem] of [
    ['CONVENTION_PLACE', 'x'.repeat(101), 'must have at most 100 characters'],
    ['DESK_HOURS', 'x'.repeat(101), 'must have at most 100 characters'],
    ['CONVENTION_MAP_URL', 'the harbour', 'must be a web address, such as https://foxcon.example'],
    [
      'GUARDIAN_URL',
      'javascript:alert(1)',
      'must be a web address, such as https://foxcon.example',
    ],
    ['GUARDIAN_AGE', '100', 'must be from 1 to 99'],
    [
      'BADGE_NAME_URL',
      'http://con.example',
      'must be https (http is allowed for this computer only)',
    ],
  ] as const) {
    assert.deepEqual(problemsOf({ ...goodSettings, [name]: value }), [`${name} ${problem}`]);
  }
});

test('attendees ask for help by email, else at a page; without either, nobody is named', () => {
  const helpOf = (settings: object) => readConfig({ ...goodSettings, ...settings }).convention.help;
  const HELP_EMAIL = 'help@con.example';
  const HELP_URL = 'https://con.example/contact/';
  const byEmail = { href: 'mailto:help@con.example', text: 'help@con.example' };
  assert.equal(helpOf({}), undefined);
  assert.deepEqual(helpOf({ HELP_EMAIL }), byEmail);
  assert.deepEqual(helpOf({ HELP_EMAIL, HELP_URL }), byEmail);
  assert.deepEqual(helpOf({ HELP_URL }), { href: HELP_URL, text: 'con.example/contact' });
  for (const [name, value, problem] of [
    ['HELP_EMAIL', 'help at con.example', 'must be an email address'],
    ['HELP_URL', 'con.example/contact', 'must be a web address, such as https://foxcon.example'],
  ] as const) {
    assert.deepEqual(problemsOf({ ...goodSettings, [name]: value }), [`${name} ${problem}`]);
  }
});

test('BADGE_NAME_URL is where a badge name is changed; else that is at REGISTRATION_URL', () => {
  const urlOf = (settings: object) =>
    readConfig({ ...goodSettings, ...settings }).badge.changeNameUrl.href;
  const REGISTRATION_URL = 'https://reg.example/';
  assert.equal(urlOf({}), 'http://127.0.0.1:4000/');
  assert.equal(urlOf({ REGISTRATION_URL }), REGISTRATION_URL);
  const BADGE_NAME_URL = 'https://reg.example/badge?edit';
  assert.equal(urlOf({ REGISTRATION_URL, BADGE_NAME_URL }), BADGE_NAME_URL);
});

test('BADGE_TIERS gives a ticket its colours, whose text must be readable', () => {
  const tiersOf = (BADGE_TIERS: string) => readConfig({ ...goodSettings, BADGE_TIERS }).badge.tiers;
  assert.deepEqual(tiersOf('Super Sponsor = #F6BD2F / 2a1b00; Day, Sat=0a6b3d/fff;'), [
    { ticket: 'super sponsor', fill: '#F6BD2F', ink: '#2a1b00' },
    { ticket: 'day, sat', fill: '#0a6b3d', ink: '#fff' },
  ]);
  assert.deepEqual(readConfig(goodSettings).badge.tiers, []);
  const noTiers = 'must be tickets with two colours each (Sponsor=f6bd2f/2a1b00; Staff=0a6b3d/fff)';
  for (const [BADGE_TIERS, problem] of [
    ['Sponsor', noTiers],
    ['Sponsor=f6bd2f', noTiers],
    ['=f6bd2f/000', noTiers],
    ['A=f6bd2f/000, B=fff/000', noTiers],
    ['A=gold/black', 'must be a colour (#rrggbb or #rgb)'],
    [
      'A=f6bd2f/000; B=f6bd2f/fff',
      'must have a text colour with a contrast of 4.5:1 to the colour under it, for each ticket',
    ],
  ] as const) {
    const problems = problemsOf({ ...goodSettings, BADGE_TIERS });
    assert.deepEqual(problems, [`BADGE_TIERS ${problem}`], BADGE_TIERS);
  }
});

test('what is left out has its default', () => {
  const config = readConfig(goodSettings);
  assert.deepEqual(config.listen, { port: 3000, host: 'localhost' });
  assert.deepEqual(config.limits, { idleSeconds: 1800, absoluteSeconds: 43_200 });
  assert.deepEqual(config.rates, { logins: 5000, pages: 300 });
  assert.equal(config.metricsPort, undefined);
  assert.equal(config.logLevel, 'info');
  assert.equal(config.convention.name, '127.0.0.1');
  assert.equal(config.convention.siteUrl.href, 'http://127.0.0.1:4000/');
  assert.equal(config.convention.registrationUrl.href, 'http://127.0.0.1:4000/');
  assert.equal(config.convention.logoutUrl, undefined);
  assert.equal(config.oauth.endpoints?.authorization.href, 'http://127.0.0.1:4000/oauth/authorize');
  assert.equal(config.oauth.endpoints?.token.href, 'http://127.0.0.1:4000/api/oauth/token');
  assert.deepEqual(config.scopes, ['pii:basic', 'pii:email', 'pii:phone', 'pii:address']);
  assert.equal(config.oauth.pkce, true);
});

test("the platform's addresses stand under CONVENTION_URL, with or without a slash at its end", () => {
  for (const CONVENTION_URL of ['https://reg.example/fox', 'https://reg.example/fox/']) {
    const { oauth } = readConfig({ ...goodSettings, CONVENTION_URL });
    assert.equal(oauth.endpoints?.authorization.href, 'https://reg.example/fox/oauth/authorize');
    assert.equal(oauth.endpoints?.token.href, 'https://reg.example/fox/api/oauth/token');
    assert.equal(oauth.issuer, 'https://reg.example/fox');
  }
});

test('with OAUTH_ISSUER the endpoints are discovered, unless both are told', () => {
  const discovered = { ...goodSettings, OAUTH_ISSUER: 'https://login.example/' };
  assert.equal(readConfig(discovered).oauth.issuer, 'https://login.example');
  assert.equal(readConfig(discovered).oauth.endpoints, undefined);
  const endpointSettings = {
    OAUTH_AUTHORIZATION_URL: 'https://login.example/a',
    OAUTH_TOKEN_URL: 'https://login.example/t',
  };
  const { endpoints } = readConfig({ ...discovered, ...endpointSettings }).oauth;
  assert.deepEqual(
    [endpoints?.authorization.href, endpoints?.token.href],
    Object.values(endpointSettings),
  );
  // The endpoint of the site's own credential is not discovered.
  const withService = { ...discovered, SERVICE_SCOPES: 'user:read' };
  assert.match(problemsOf(withService).join(), /^OAUTH_TOKEN_URL is missing/);
  const { service, oauth } = readConfig({
    ...withService,
    OAUTH_TOKEN_URL: endpointSettings.OAUTH_TOKEN_URL,
  });
  assert.equal(service?.tokenUrl.href, endpointSettings.OAUTH_TOKEN_URL);
  assert.equal(oauth.endpoints, undefined);
});

test('RETURN_ORIGINS are origins', () => {
  const { returnOrigins } = readConfig({
    ...goodSettings,
    RETURN_ORIGINS: 'https://a.example, https://b.example/',
  });
  assert.deepEqual(returnOrigins, ['https://a.example', 'https://b.example']);
  assert.deepEqual(readConfig(goodSettings).returnOrigins, []);
  for (const wrong of [
    'https://a.example/path',
    'a.example',
    'http://a.example',
    'https://a.example https://*.example/x',
  ]) {
    assert.match(
      problemsOf({ ...goodSettings, RETURN_ORIGINS: wrong }).join(),
      /^RETURN_ORIGINS must/,
      wrong,
    );
  }
});

for (const name of [
  'OAUTH_CLIENT_SECRET',
  'REDIS_URL',
  'SESSION_SECRETS',
  'ENCRYPTION_KEYS',
] as const) {
  test(`${name}_FILE names a file that holds ${name}`, (t) => {
    const { [name]: value, ...others } = goodSettings;
    const config = readConfig({ ...others, [`${name}_FILE`]: fileWith(t, `${value}\n`) });
    assert.deepEqual(config, readConfig(goodSettings));
  });

  test(`a ${name}_FILE that cannot be read is one problem`, () => {
    const { [name]: _left, ...others } = goodSettings;
    assert.deepEqual(problemsOf({ ...others, [`${name}_FILE`]: '/no/such/CANARY' }), [
      `${name} is missing: ${name}_FILE names a file that cannot be read, or is empty`,
    ]);
  });
}

test('what is no secret has no file', (t) => {
  const { OAUTH_CLIENT_ID: _left, ...others } = goodSettings;
  assert.deepEqual(problemsOf({ ...others, OAUTH_CLIENT_ID_FILE: fileWith(t, 'lanyard') }), [
    'OAUTH_CLIENT_ID_FILE is no setting, because only a secret may come from a file: write OAUTH_CLIENT_ID',
  ]);
});

test('only the demo runs without REDIS_URL', () => {
  const { REDIS_URL: _left, ...others } = goodSettings;
  assert.equal(readConfig(others, { inMemory: true }).redisUrl, undefined);
});

/** Returns the lines of the ConfigError for these settings; none if they are accepted. */
function problemsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    assert.ok(error instanceof ConfigError, String(error));
    return error.message.split('\n');
  }
}

function fileWith(t: TestContext, content: string | Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'lanyard-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'file');
  writeFileSync(file, content);
  return file;
}
