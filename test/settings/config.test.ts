import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import test from 'node:test';
import { knownServiceScopes } from '../../src/scopes.ts';
import { type Config, readConfig } from '../../src/settings/config.ts';
import { settings } from '../../src/settings/settings.ts';
import { goodSettings, problemsOf } from '../support/app/good-settings.ts';
import { temporaryFile } from '../support/machine/temporary-folder.ts';

type Name = keyof typeof goodSettings;

test('valid settings are read', () => {
  const config = readConfig(goodSettings);
  assert.equal(config.publicUrl.href, 'http://localhost:3000/');
  assert.equal(config.redisUrl, goodSettings.REDIS_URL);
  assert.deepEqual(config.sessionSecrets, [goodSettings.SESSION_SECRETS]);
  assert.deepEqual(
    config.encryptionKeys.map(({ id, key }) => [id, key.length]),
    [['k1', 32]],
  );
});

interface Rule {
  readonly names: readonly string[];
  readonly read?: (config: Config) => unknown;
  /**
   * Accepted values, each with the expected result of `read`. Undefined means that the setting is
   * absent.
   */
  readonly good?: readonly (readonly [value: string | undefined, expected?: unknown])[];
  /** Rejected values, grouped by the error message without the setting's name. */
  readonly wrong?: Readonly<Record<string, readonly string[]>>;
}

const notAUrl = 'must be a URL, such as https://foxcon.example';
const noHttps = 'must be https (http is allowed for this computer only)';
const noOrigin = 'must be an origin, without a path';
const noBase = 'must have no query, no fragment and no user name';
const noNumber = 'must be a whole number';
const noColour = 'must be a colour (#rrggbb or #rgb)';
const noLastDay = 'must be a day, such as 2027-06-01';
const noDeskHours =
  'must be days with their hours: 2027-07-02 10:00-20:00; 2027-07-03 9:00-13:00, 14:00-02:00';
const noDays = 'must be a day, or a first and a last one (2027-07-02/2027-07-05)';
const hex = '0123456789abcdef'.repeat(4);
const [firstKey, secondKey] = ['ab', 'cd'].map((pair) => pair.repeat(32));

const rules: Record<string, Rule> = {
  'a URL is http or https, nothing else': {
    names: ['CONVENTION_URL', 'CONVENTION_MAP_URL', 'IDENTITY_URL', 'NEXT_URL', 'HELP_URL'],
    wrong: {
      [notAUrl]: ['lanyard.example', 'javascript:alert(1)'],
    },
  },
  'http is rejected except for this computer': {
    names: [
      'PUBLIC_URL',
      'CONVENTION_URL',
      'REGISTRATION_URL',
      'BADGE_NAME_URL',
      'OAUTH_TOKEN_URL',
      'OAUTH_AUTHORIZATION_URL',
    ],
    good: [['http://localhost:3000'], ['http://127.0.0.1:3000'], ['http://[::1]:3000']],
    wrong: {
      [noHttps]: [
        'http://lanyard.example',
        'http://localhost.example',
        'http://127.0.0.1.example',
        'http://192.168.0.1',
        'http://[::2]',
      ],
    },
  },
  'a base URL has no query, fragment or user name': {
    names: ['CONVENTION_URL'],
    wrong: {
      [noBase]: [
        'https://reg.example/path?x',
        'https://reg.example/#x',
        'https://user:secret@reg.example',
      ],
    },
  },
  'PUBLIC_URL is an origin': {
    names: ['PUBLIC_URL'],
    wrong: {
      [noOrigin]: ['http://localhost:3000/app'],
      [noBase]: ['https://user:secret@reg.example', 'http://user@localhost:3000'],
    },
  },
  'RETURN_ORIGINS are origins': {
    names: ['RETURN_ORIGINS'],
    read: ({ returnOrigins }) => returnOrigins,
    good: [
      ['https://a.example, https://b.example/', ['https://a.example', 'https://b.example']],
      [undefined, []],
    ],
    wrong: {
      [noOrigin]: ['https://a.example/path', 'https://a.example https://*.example/x'],
      [notAUrl]: ['a.example'],
      [noHttps]: ['http://a.example'],
    },
  },
  'P53 PICTURE_ORIGINS are origins, each in full and as safe as every other address': {
    names: ['PICTURE_ORIGINS'],
    read: ({ convention }) => convention.pictureOrigins,
    good: [
      [
        'HTTPS://A.example:443/, https://b.example http://localhost:1',
        ['https://a.example', 'https://b.example', 'http://localhost:1'],
      ],
      [undefined, ['http://127.0.0.1:4000']],
    ],
    wrong: {
      [noHttps]: ['http://pictures.example'],
      [noOrigin]: ['https://pictures.example/77'],
      'must name each host in full': [
        'https://a.example https://*.example',
        "https://a.example;script-src'unsafe-inline'",
      ],
      [notAUrl]: ['data:', '*'],
    },
  },
  'a token without a lifetime counts for OAUTH_TOKEN_SECONDS': {
    names: ['OAUTH_TOKEN_SECONDS'],
    read: ({ oauth }) => oauth.tokenSeconds,
    good: [
      [undefined, 300],
      ['60', 60],
      ['86400', 86_400],
    ],
    wrong: { 'must be from 60 to 86400': ['59', '86401'] },
  },
  'OAUTH_ISSUER is compared as it is written (RFC 9207 2.4)': {
    names: ['OAUTH_ISSUER'],
    read: ({ oauth }) => oauth.issuer,
    good: [
      ['https://login.example/', 'https://login.example/'],
      ['https://login.example', 'https://login.example'],
      ['https://login.example/a/', 'https://login.example/a/'],
    ],
    wrong: {
      'must be a URL, such as https://login.foxcon.example': ['login', 'http://a.b'],
    },
  },
  'a login requests pii:basic at least': {
    names: ['OAUTH_SCOPES'],
    read: ({ scopes }) => scopes,
    good: [['pii:basic, pii:email', ['pii:basic', 'pii:email']]],
    wrong: { 'must include pii:basic: without it there is no profile to show': ['pii:email'] },
  },
  'a service scope that no page reads is rejected: with the right to change roles this site would have more than it needs':
    {
      names: ['SERVICE_SCOPES'],
      good: [['user:read, registration:read']],
      wrong: {
        [`must be some of ${Object.keys(knownServiceScopes).join(', ')}`]: [
          'user:roles:update',
          'registration:read CANARY',
        ],
      },
    },
  'a default locale is a language that the pages speak, perhaps with a region': {
    names: ['DEFAULT_LOCALE'],
    good: [['en'], ['de'], ['de-AT'], ['en-GB'], ['fr-CA'], ['es-MX']],
    wrong: {
      'must be a language of views/messages, perhaps with a region (en-GB)': [
        'tlh',
        'de_DE',
        '../en',
      ],
    },
  },
  'TRUST_PROXY is a count or a list of addresses, and nothing that would trust everybody': {
    names: ['TRUST_PROXY'],
    read: ({ trustProxy }) => trustProxy,
    good: [
      ['2', 2],
      ['10.0.0.0/8, ::1', ['10.0.0.0/8', '::1']],
      [undefined, undefined],
    ],
    wrong: {
      'must not trust everybody: set the number of proxies in front (1), or their IP addresses (10.0.0.0/8)':
        ['true', 'yes', '*'],
      'must be a number of proxies, or a comma list of IP addresses (10.0.0.0/8)': [
        'proxy.example',
        '-1',
        '1.5',
        '10.0.0.0/33',
        '10.0.0.0/',
        '10.0.0.0/8/9',
        '0.0.0.0/0',
        '::/0',
        '1.2.3.4,true',
      ],
    },
  },
  'a short session secret is rejected, even next to a long one': {
    names: ['SESSION_SECRETS'],
    read: ({ sessionSecrets: [secret] }) => secret.length,
    good: [['x'.repeat(32), 32]],
    wrong: {
      'must have at least 32 characters each': [
        'x'.repeat(31),
        `${goodSettings.SESSION_SECRETS},short`,
        ',',
      ],
    },
  },
  'an encryption key is a name and 64 hex digits, and two have two names': {
    names: ['ENCRYPTION_KEYS'],
    read: ({ encryptionKeys }) => encryptionKeys.map(({ id }) => id),
    good: [[`k2:${secondKey},k1:${firstKey}`, ['k2', 'k1']]],
    wrong: {
      'must be name:key, the key as 64 hex digits': [
        hex,
        `k1:${hex.slice(1)}`,
        `k1:${hex}0`,
        `k1:${hex.replace('a', 'g')}`,
        `:${hex}`,
        `k 1:${hex}`,
        ',',
      ],
      'must not use a name twice': [`k1:${firstKey},k1:${secondKey}`],
    },
  },
  'each key in Redis begins with a word, or nothing': {
    names: ['REDIS_PREFIX'],
    read: ({ redisPrefix }) => redisPrefix,
    good: [
      ['foxcon', 'foxcon:'],
      ['con-2027', 'con-2027:'],
      [undefined, ''],
    ],
    wrong: {
      'must be a word of at most 20 characters: a to z, 0 to 9, -': ['foxcon:', 'f'.repeat(21)],
    },
  },
  'a port has its limits': {
    names: ['PORT'],
    wrong: { 'must be from 0 to 65535': ['65536'], [noNumber]: ['-1'] },
  },
  'CONVENTION_ACCENT is a colour of three or six digits; its #, which begins a comment in an .env file, may be left out':
    {
      names: ['CONVENTION_ACCENT'],
      read: ({ convention }) => convention.accent,
      good: [
        ['#E8590c', '#E8590c'],
        ['e8590c', '#e8590c'],
        ['#fd0', '#fd0'],
        // Without the setting, the accent comes from the style sheet.
        [undefined, undefined],
      ],
      wrong: {
        [noColour]: ['red', '#12345', '#5527b8ff', '##fff', '#ggg', 'rgb(0 0 0)', '#fff; }'],
      },
    },
  'CONVENTION_ACCENT is refused where neither white nor black text on it has a contrast of 4.5': {
    names: ['CONVENTION_ACCENT'],
    good: [['#767676'], ['#7f7f7f']],
    wrong: {
      'must be a little darker or lighter: neither white (#fff) nor black (#16161a) text on it has a contrast of 4.5:1':
        ['#777777', '#7e7e7e'],
    },
  },
  'BADGE_TIERS gives a ticket its colours, whose text must be readable': {
    names: ['BADGE_TIERS'],
    read: ({ badge }) => badge.tiers,
    good: [
      [
        'Super Sponsor = #F6BD2F / 2a1b00; Day, Sat=0a6b3d/fff;',
        [
          { ticket: 'super sponsor', fill: '#F6BD2F', ink: '#2a1b00' },
          { ticket: 'day, sat', fill: '#0a6b3d', ink: '#fff' },
        ],
      ],
      [undefined, []],
    ],
    wrong: {
      'must be tickets with two colours each (Sponsor=f6bd2f/2a1b00; Staff=0a6b3d/fff)': [
        'Sponsor',
        'Sponsor=f6bd2f',
        '=f6bd2f/000',
        'A=f6bd2f/000, B=fff/000',
      ],
      [noColour]: ['A=gold/black'],
      'must have a contrast of 4.5:1 between text and background for each ticket': [
        'A=f6bd2f/000; B=f6bd2f/fff',
      ],
    },
  },
  'CONVENTION_DAYS are a first and a last day, or one that is both': {
    names: ['CONVENTION_DAYS'],
    read: ({ event }) => event.days,
    good: [
      ['2027-07-02/2027-07-05', { first: '2027-07-02', last: '2027-07-05' }],
      ['2027-07-02 / 2027-07-05', { first: '2027-07-02', last: '2027-07-05' }],
      ['2027-07-02', { first: '2027-07-02', last: '2027-07-02' }],
      [undefined, undefined],
    ],
    wrong: {
      [noDays]: ['July', '2027-02-29', '2027-07-02/', '2027-07-02/2027-07-05/x'],
      'must not end before it begins': ['2027-07-05/2027-07-02'],
    },
  },
  'DESK_HOURS are days with their hours': {
    names: ['DESK_HOURS'],
    read: ({ event }) => event.deskHours,
    good: [
      ['2027-07-02 9:00-18:00', [{ opens: '2027-07-02T09:00', closes: '2027-07-02T18:00' }]],
      [undefined, undefined],
    ],
    wrong: {
      [noDeskHours]: ['Fri to Sun, 10:00 to 18:00'],
      'must not have overlapping spans': ['2027-07-02 9:00-18:00, 17:00-20:00'],
    },
  },
  'a deadline is a day': {
    names: ['BADGE_NAME_UNTIL', 'PAY_UNTIL'],
    read: ({ event }) => event.nameUntil ?? event.payUntil,
    good: [
      ['2027-06-01', '2027-06-01'],
      [undefined, undefined],
    ],
    wrong: { [noLastDay]: ['1 June 2027', '2027-06-31', '2027-06-01T12:00'] },
  },
  'GUARDIAN_URL is for attendees under 18, unless GUARDIAN_AGE says otherwise': {
    names: ['GUARDIAN_URL'],
    read: ({ event }) => event.guardian && [event.guardian.url.href, event.guardian.age],
    good: [
      ['https://con.example/guardians', ['https://con.example/guardians', 18]],
      [undefined, undefined],
    ],
    wrong: { [notAUrl]: ['javascript:alert(1)'] },
  },
  'HELP_EMAIL is an email address': {
    names: ['HELP_EMAIL'],
    wrong: { 'must be an email address': ['help at con.example'] },
  },
};

for (const [title, { names, read = () => undefined, good = [], wrong = {} }] of Object.entries(
  rules,
)) {
  test(title, () => {
    for (const name of names) {
      for (const [value, expected] of good) {
        const config = readConfig({
          ...goodSettings,
          ...(value !== undefined && { [name]: value }),
        });
        assert.deepEqual(read(config), expected, `${name} ${value}`);
      }
      for (const [message, values] of Object.entries(wrong)) {
        for (const value of values) {
          // With an https PUBLIC_URL, TRUST_PROXY is required.
          const given = { ...goodSettings, TRUST_PROXY: '1', [name]: value };
          assert.deepEqual(problemsOf(given), [`${name} ${message}`], `${name} ${value}`);
        }
      }
    }
  });
}

for (const name of Object.keys(goodSettings) as Name[]) {
  test(`a missing ${name} is reported, and nothing else is`, () => {
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

test('each number is valid from its minimum to its maximum, and each text up to its length', () => {
  for (const [name, least, most] of [
    ['GUARDIAN_AGE', 1, 99],
    ['OAUTH_TOKEN_SECONDS', 60, 86_400],
    ['TRUST_PROXY', 1, 10],
  ] as const) {
    const problems = (value: number) => problemsOf({ ...goodSettings, [name]: String(value) });
    for (const value of [least, most]) assert.deepEqual(problems(value), [], `${name} ${value}`);
    for (const value of [least - 1, most + 1]) {
      const [problem = ''] = problems(value);
      assert.match(problem, new RegExp(`^${name} must be`), `${name} ${value}`);
    }
  }
  for (const [name, most] of [
    ['CONVENTION_NAME', 60],
    ['NOTICE', 200],
  ] as const) {
    const problems = (length: number) =>
      problemsOf({ ...goodSettings, [name]: 'x'.repeat(length) });
    assert.deepEqual(problems(most), []);
    assert.deepEqual(problems(most + 1), [`${name} must have at most ${most} characters`]);
  }
});

test('the site listens where its proxy is, on this computer, unless HOST says otherwise', () => {
  const hostFor = (PUBLIC_URL: string, more = {}) =>
    readConfig({ ...goodSettings, PUBLIC_URL, TRUST_PROXY: '1', ...more }).listen.host;
  assert.equal(hostFor('https://lanyard.example'), '127.0.0.1');
  assert.equal(hostFor('https://lanyard.example', { HOST: '0.0.0.0' }), '0.0.0.0');
  assert.equal(hostFor('http://localhost:3000'), 'localhost');
  assert.equal(hostFor('http://localhost:3000', { HOST: '::1' }), '::1');
});

test('all problems are in one error', () => {
  const problems = problemsOf({ PORT: 'eighty', OAUTH_PROMPT_LOGIN: 'maybe', GUARDIAN_AGE: 'old' });
  for (const name of [...Object.keys(goodSettings), 'PORT', 'OAUTH_PROMPT_LOGIN', 'GUARDIAN_AGE']) {
    assert.equal(problems.filter((line) => line.startsWith(`${name} `)).length, 1, name);
  }
  assert.equal(problems.length, 10);
});

test('no message has a value, for any setting, however malformed', () => {
  for (const canary of [
    'CANARY',
    'CANARY://CANARY',
    `http://CANARY.example/${'CANARY'.repeat(20)}`,
    'k1:CANARY',
  ]) {
    const names = Object.keys(settings.shape);
    const message = problemsOf(Object.fromEntries(names.map((name) => [name, canary]))).join('\n');
    assert.match(message, /ENCRYPTION_KEYS must/);
    assert.doesNotMatch(message, /canary/i);
  }
});

test('an https site needs TRUST_PROXY, in any spelling of https', () => {
  for (const PUBLIC_URL of ['https://lanyard.example', 'HTTPS://lanyard.example']) {
    assert.match(problemsOf({ ...goodSettings, PUBLIC_URL }).join(), /^TRUST_PROXY is missing/);
    assert.deepEqual(problemsOf({ ...goodSettings, PUBLIC_URL, TRUST_PROXY: '1' }), []);
  }
});

test('CONVENTION_LOGO is a picture of at most 100 KB, recognised by its content, with any name', (t) => {
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
      CONVENTION_LOGO: temporaryFile(t, content),
    }).convention;
    assert.equal(logo?.file, file);
    assert.ok(logo.content.equals(Buffer.from(content)));
  }
  assert.equal(readConfig(goodSettings).convention.logo, undefined);
  const noFile =
    'must name a file that exists, is not empty, and is readable by the user that runs Lanyard';
  const noPicture = 'must name a picture: PNG, WebP or SVG (with its xmlns)';
  for (const [path, problem] of [
    ['/no/such/file.svg', noFile],
    [tmpdir(), noFile],
    [temporaryFile(t, ''), noFile],
    [temporaryFile(t, svg.padEnd(most + 1)), 'must name a file of at most 100 KB'],
    [temporaryFile(t, `<!doctype html><title>Not found</title>${svg}`), noPicture],
    [temporaryFile(t, `<!--${svg}--><html></html>`), noPicture],
    [temporaryFile(t, svg.replace(/ xmlns="[^"]*"/, '')), noPicture],
    [temporaryFile(t, Buffer.from([0xff, 0xd8, 0xff, 0xe0])), noPicture],
    [temporaryFile(t, `GIF89a${svg}`), noPicture],
  ] as const) {
    assert.deepEqual(problemsOf({ ...goodSettings, CONVENTION_LOGO: path }), [
      `CONVENTION_LOGO ${problem}`,
    ]);
  }
});

test('attendees ask for help by email, otherwise on a page; without either, there is no contact', () => {
  const helpOf = (given: object) => readConfig({ ...goodSettings, ...given }).convention.help;
  const HELP_EMAIL = 'help@con.example';
  const HELP_URL = 'https://con.example/contact/';
  const byEmail = { href: 'mailto:help@con.example', text: 'help@con.example' };
  assert.equal(helpOf({}), undefined);
  assert.deepEqual(helpOf({ HELP_EMAIL }), byEmail);
  assert.deepEqual(helpOf({ HELP_EMAIL, HELP_URL }), byEmail);
  assert.deepEqual(helpOf({ HELP_URL }), { href: HELP_URL, text: 'con.example/contact' });
});

test('a badge name is changed at BADGE_NAME_URL, otherwise at REGISTRATION_URL', () => {
  const urlOf = (settings: object) =>
    readConfig({ ...goodSettings, ...settings }).badge.changeNameUrl.href;
  const REGISTRATION_URL = 'https://reg.example/';
  assert.equal(urlOf({}), 'http://127.0.0.1:4000/');
  assert.equal(urlOf({ REGISTRATION_URL }), REGISTRATION_URL);
  const BADGE_NAME_URL = 'https://reg.example/badge?edit';
  assert.equal(urlOf({ REGISTRATION_URL, BADGE_NAME_URL }), BADGE_NAME_URL);
});

test('a setting that is left out has its default', () => {
  const config = readConfig(goodSettings);
  assert.deepEqual(config.listen, { port: 3000, host: 'localhost' });
  const GUARDIAN_URL = 'https://foxcon.example/guardians';
  assert.equal(readConfig({ ...goodSettings, GUARDIAN_URL }).event.guardian?.age, 18);
  assert.equal(config.metricsPort, undefined);
  assert.equal(config.convention.name, '127.0.0.1');
  assert.equal(config.convention.siteUrl.href, 'http://127.0.0.1:4000/');
  assert.equal(config.convention.registrationUrl.href, 'http://127.0.0.1:4000/');
  assert.equal(config.convention.logoutUrl, undefined);
  assert.equal(config.oauth.endpoints?.authorization.href, 'http://127.0.0.1:4000/oauth/authorize');
  assert.equal(config.oauth.endpoints?.token.href, 'http://127.0.0.1:4000/api/oauth/token');
  assert.deepEqual(config.scopes, ['pii:basic', 'pii:email', 'pii:phone', 'pii:address']);
});

test("the platform's URLs are below CONVENTION_URL, with or without a slash at its end", () => {
  for (const CONVENTION_URL of ['https://reg.example/fox', 'https://reg.example/fox/']) {
    const { oauth } = readConfig({ ...goodSettings, CONVENTION_URL });
    assert.equal(oauth.endpoints?.authorization.href, 'https://reg.example/fox/oauth/authorize');
    assert.equal(oauth.endpoints?.token.href, 'https://reg.example/fox/api/oauth/token');
    assert.equal(oauth.issuer, 'https://reg.example/fox');
  }
});

test('with OAUTH_ISSUER the endpoints are discovered, unless both are configured', () => {
  const discovered = { ...goodSettings, OAUTH_ISSUER: 'https://login.example/' };
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
  const withService = { ...discovered, SERVICE_SCOPES: 'user:read' };
  const { service } = readConfig(withService);
  assert.deepEqual([service?.issuer, service?.tokenUrl], ['https://login.example/', undefined]);
  const { OAUTH_TOKEN_URL } = endpointSettings;
  const told = readConfig({ ...withService, OAUTH_TOKEN_URL });
  assert.equal(told.service?.tokenUrl?.href, OAUTH_TOKEN_URL);
  assert.equal(told.oauth.endpoints, undefined);
});

for (const name of [
  'OAUTH_CLIENT_SECRET',
  'REDIS_URL',
  'SESSION_SECRETS',
  'ENCRYPTION_KEYS',
] as const) {
  test(`${name}_FILE names a file that contains ${name}`, (t) => {
    const { [name]: value, ...others } = goodSettings;
    const config = readConfig({ ...others, [`${name}_FILE`]: temporaryFile(t, `${value}\n`) });
    assert.deepEqual(config, readConfig(goodSettings));
  });

  test(`a ${name}_FILE that cannot be read is one problem`, () => {
    const { [name]: _left, ...others } = goodSettings;
    assert.deepEqual(problemsOf({ ...others, [`${name}_FILE`]: '/no/such/CANARY' }), [
      `${name} is missing: ${name}_FILE names a file that cannot be read, or is empty`,
    ]);
  });
}

test('a setting that is not a secret has no file', (t) => {
  const { OAUTH_CLIENT_ID: _left, ...others } = goodSettings;
  assert.deepEqual(problemsOf({ ...others, OAUTH_CLIENT_ID_FILE: temporaryFile(t, 'lanyard') }), [
    'OAUTH_CLIENT_ID_FILE is not a setting, because only secrets may come from a file: use OAUTH_CLIENT_ID',
  ]);
});

test('only the demo runs without REDIS_URL', () => {
  const { REDIS_URL: _left, ...others } = goodSettings;
  assert.equal(readConfig(others, { inMemory: true }).redisUrl, undefined);
});
