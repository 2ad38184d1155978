// Searches the log, Redis, URLs, headers, cookies and pages for secrets and personal data.
import type { Server } from 'node:http';
import { withoutBreaks } from './visitor.ts';
import type { Exchange } from './wire.ts';

export interface Recording {
  readonly app: Server;
  readonly settings: readonly Readonly<Record<string, string>>[];
  readonly exchanges: readonly Exchange[];
  readonly logLines: readonly string[];
  readonly redis: string;
}

export interface SensitiveValue {
  readonly what: string;
  readonly value: string;
}

interface Place {
  readonly name: string;
  readonly text: string;
  readonly mayHold: (precious: SensitiveValue) => boolean;
}

/**
 * Returns one line per leak, with the kind of value and the place. `more`: values to search for in
 * addition to those in the recording.
 */
export function findLeaks(heard: Recording, more: readonly SensitiveValue[] = []): string[] {
  const wanted = distinct([...sensitiveValuesIn(heard), ...more]);
  const leaks = [...placesByRule(heard)].flatMap(([mayHold, places]) => {
    const texts = places.map(({ text }) => text);
    const leaked = valuesIn(
      texts.join('\n'),
      wanted.filter((precious) => !mayHold(precious)),
    );
    if (leaked.length === 0) return [];
    return places.flatMap(({ name, text }) =>
      valuesIn(text, leaked).map(({ what }) => `${what} in ${name}`),
    );
  });
  return [...new Set(leaks)];
}

/** Searches the text as it is, percent-decoded and Base64-decoded. */
function valuesIn(text: string, wanted: readonly SensitiveValue[]): SensitiveValue[] {
  const plain = withoutBreaks(text);
  const decodings = [plain, percentDecoded(plain), base64Decoded(plain)].join('\n');
  return wanted.filter(({ value }) => decodings.includes(value));
}

function placesByRule(heard: Recording): Map<Place['mayHold'], Place[]> {
  const groups = new Map<Place['mayHold'], Place[]>();
  for (const place of placesIn(heard)) {
    const group = groups.get(place.mayHold) ?? [];
    groups.set(place.mayHold, group);
    group.push(place);
  }
  return groups;
}

function distinct(values: readonly SensitiveValue[]): SensitiveValue[] {
  return [...new Map(values.map((one) => [`${one.what} ${one.value}`, one])).values()];
}

export function sensitiveValuesIn(heard: Recording): SensitiveValue[] {
  return [...secretsIn(heard), ...personalValuesIn(heard)];
}

const cookie = 'a cookie';
const personal = 'a personal value';
const formToken = 'a form token';

function secretsIn({ app, settings, exchanges }: Recording): SensitiveValue[] {
  const found: SensitiveValue[] = [];
  // Ignores short values, because those in tests of hostile input may occur anywhere by chance.
  const add = (what: string, value: unknown) =>
    typeof value === 'string' && value.length >= 12 && found.push({ what, value });
  for (const {
    OAUTH_CLIENT_SECRET,
    SERVICE_CLIENT_SECRET,
    SESSION_SECRETS = '',
    ENCRYPTION_KEYS = '',
  } of settings) {
    add('the client secret', OAUTH_CLIENT_SECRET);
    add('the client secret', SERVICE_CLIENT_SECRET);
    for (const secret of SESSION_SECRETS.split(',')) add('a session secret', secret);
    for (const key of ENCRYPTION_KEYS.split(',')) add('an encryption key', key.split(':')[1]);
  }
  for (const { server, address, asked, answered } of exchanges) {
    const parameters = parametersOf(String(answered.headers.location ?? ''));
    add('a state', parameters.get('state'));
    add('a code', parameters.get('code'));
    if (server === app) {
      for (const value of cookieValues(answered.headers)) add(cookie, value);
      add(formToken, /name="form_token" value="([^"]+)"/.exec(answered.body)?.[1]);
    } else if (address.endsWith('/oauth/token')) {
      add('a code verifier', new URLSearchParams(asked.body).get('code_verifier'));
      const tokenSet = Object(parsed(answered.body));
      add('an access token', tokenSet.access_token);
      add('a refresh token', tokenSet.refresh_token);
    }
  }
  return found;
}

const personalFields = new Set(
  [
    'bornAt firstName lastName preferredName username badgeName email phone',
    'addressLine1 addressLine2 addressCity addressState addressZipcode addressCountry',
    'value specialRequests profilePictureUrl',
  ].flatMap((names) => names.split(' ')),
);

/**
 * Ignores values shorter than eight characters, such as `US` or `sam`, which occur anywhere by
 * chance.
 */
function personalValuesIn({ app, exchanges }: Recording): SensitiveValue[] {
  const records = exchanges.filter(({ server, status }) => server !== app && status < 300);
  const values = records.flatMap(({ answered }) => personalTextsIn(parsed(answered.body)));
  return [...new Set(values)]
    .filter((value) => value.length >= 8)
    .map((value) => ({ what: personal, value }));
}

function personalTextsIn(record: unknown, field = ''): string[] {
  if (typeof record === 'string') return personalFields.has(field) ? [record] : [];
  if (Array.isArray(record)) return record.flatMap((item) => personalTextsIn(item, field));
  return Object.entries(Object(record)).flatMap(([name, value]) => personalTextsIn(value, name));
}

const nothing: Place['mayHold'] = () => false;
const ownCookie: Place['mayHold'] = ({ what }) => what === cookie;
const ownFormToken: Place['mayHold'] = ({ what }) => what === formToken;
const ownData: Place['mayHold'] = ({ what }) => what === formToken || what === personal;

function placesIn({ app, exchanges, logLines, redis }: Recording): Place[] {
  const project = new URL('../../../', import.meta.url).pathname;
  // The project's path occurs in stack traces, and could contain a value by chance.
  const log = logLines.join('').replaceAll(project, '');
  return [
    { name: 'the log', text: log, mayHold: nothing },
    { name: 'Redis', text: redis, mayHold: nothing },
    ...exchanges.flatMap((exchange) => placesOf(exchange, app)),
  ];
}

function placesOf(exchange: Exchange, app: Server): Place[] {
  const { server, address, asked, status, answered } = exchange;
  const { location, 'set-cookie': setCookie, ...headers } = answered.headers;
  const target = String(location ?? '');
  const addresses = [address, target].map(withoutExpectedValues);
  const path = address.split('?')[0];
  const everywhere = [
    { name: `an address at ${path}`, text: addresses.join(' '), mayHold: nothing },
    { name: `a referrer of ${path}`, text: asked.headers.referer ?? '', mayHold: nothing },
  ];
  if (server !== app) return everywhere;
  const isError = status >= 400;
  return [
    ...everywhere,
    { name: `a header of ${path}`, text: JSON.stringify(headers), mayHold: nothing },
    { name: `a cookie of ${path}`, text: String(setCookie ?? ''), mayHold: ownCookie },
    {
      name: isError ? `an error page at ${path}` : `the page ${path}`,
      // A redirect's body repeats the target, including the values that belong in a URL.
      text: target === '' ? answered.body : withoutExpectedValues(answered.body),
      mayHold: isError ? ownFormToken : ownData,
    },
  ];
}

/**
 * Removes values that belong in a URL: the callback's parameters, the state of an authorization
 * request, and the user id of an API call.
 */
function withoutExpectedValues(address: string): string {
  return address
    .replace(/(\/login\/callback)\/?\?.*/, '$1')
    .replace(/(\/oauth\/authorize\?.*\bstate=)[\w-]+/g, '$1')
    .replace(/(\/api\/v0\/users\/)\d+/, '$1');
}

function parametersOf(address: string): URLSearchParams {
  return new URLSearchParams(address.split('?')[1]);
}

/** Returns all cookie values, and session ids also without their signature. */
function cookieValues(headers: Exchange['answered']['headers']): string[] {
  const values = [headers['set-cookie'] ?? []]
    .flat()
    .map((line) => /=([^;]*)/.exec(line)?.[1] ?? '');
  return values.flatMap((value) => [value, ...(/^s%3A(.+)\./.exec(value)?.slice(1) ?? [])]);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function percentDecoded(text: string): string {
  return text.replaceAll('+', ' ').replace(/(%[0-9a-f]{2})+/gi, (bytes) => {
    return Buffer.from(bytes.replaceAll('%', ''), 'hex').toString();
  });
}

/**
 * Decodes everything that looks like Base64. A `/` is read both as a character and as a separator.
 */
function base64Decoded(text: string): string {
  const words = new Set(text.match(/[\w+/-]{10,}/g));
  for (const word of words) for (const segment of word.split('/')) words.add(segment);
  return [...words].map((word) => Buffer.from(word, 'base64').toString()).join(' ');
}
