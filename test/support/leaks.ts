// Looks for what must not get out: secrets and personal values, in the log, in Redis, in addresses, headers, cookies and pages.
import type { Server } from 'node:http';
import type { Exchange } from './wire.ts';

/** All that was written and sent while a test ran. */
export interface Heard {
  /** The server of the app; every other server counts as the convention. */
  readonly app: Server;
  /** By name, as they were given to the app. */
  readonly settings: readonly Readonly<Record<string, string>>[];
  readonly exchanges: readonly Exchange[];
  readonly logLines: readonly string[];
  /** Every command that Redis was sent. */
  readonly redis: string;
}

/** What must not be found, and what it is. */
export interface Precious {
  readonly what: string;
  readonly value: string;
}

/** One text of all that was heard, and which precious values may stand there. */
interface Place {
  readonly name: string;
  readonly text: string;
  readonly mayHold?: (precious: Precious) => boolean;
}

/** Answers each leak as a line: what was found and where. `more` is looked for beside what the app itself was given. */
export function findLeaks(heard: Heard, more: readonly Precious[] = []): string[] {
  const wanted = [...preciousIn(heard), ...more];
  const leaks = placesIn(heard).flatMap(({ name, text, mayHold }) => {
    const readings = [text, percentDecoded(text), base64Decoded(text)];
    return wanted
      .filter((precious) => !mayHold?.(precious) && readings.some((reading) => reading.includes(precious.value)))
      .map(({ what }) => `${what} in ${name}`);
  });
  return [...new Set(leaks)];
}

/** Answers every secret and every personal value that was given to the app. */
export function preciousIn(heard: Heard): Precious[] {
  return [...secretsIn(heard), ...personalValuesIn(heard)];
}

const cookie = 'a cookie';
const personal = 'a personal value';
const formToken = 'a form token';

/** The secrets of the settings, and those that the app and the convention gave out on the way. */
function secretsIn({ app, settings, exchanges }: Heard): Precious[] {
  const found: Precious[] = [];
  // Shorter ones are made up by tests of hostile input, and stand in anything by chance.
  const add = (what: string, value: unknown) =>
    typeof value === 'string' && value.length >= 12 && found.push({ what, value });
  for (const { OAUTH_CLIENT_SECRET, SERVICE_CLIENT_SECRET, SESSION_SECRETS = '', ENCRYPTION_KEYS = '' } of settings) {
    add('the client secret', OAUTH_CLIENT_SECRET);
    add('the client secret', SERVICE_CLIENT_SECRET);
    for (const secret of SESSION_SECRETS.split(',')) add('a session secret', secret);
    for (const key of ENCRYPTION_KEYS.split(',')) add('an encryption key', key.split(':')[1]);
  }
  for (const { server, address, asked, answered } of exchanges) {
    const leadsTo = parametersOf(String(answered.headers.location ?? ''));
    add('a state', leadsTo.get('state'));
    add('a code', leadsTo.get('code'));
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

const personalFields = new Set([
  ...['bornAt', 'firstName', 'lastName', 'preferredName', 'username', 'badgeName', 'email', 'phone'],
  ...['addressLine1', 'addressLine2', 'addressCity', 'addressState', 'addressZipcode', 'addressCountry'],
  ...['value', 'specialRequests', 'profilePictureUrl'],
]);

/** What the convention answered about people. Words under eight letters (`US`, `sam`) may stand anywhere by chance. */
function personalValuesIn({ app, exchanges }: Heard): Precious[] {
  const records = exchanges.filter(({ server, status }) => server !== app && status < 300);
  const values = records.flatMap(({ answered }) => textsOf(parsed(answered.body)));
  return [...new Set(values)].filter((value) => value.length >= 8).map((value) => ({ what: personal, value }));
}

function textsOf(record: unknown, field = ''): string[] {
  if (typeof record === 'string') return personalFields.has(field) ? [record] : [];
  if (Array.isArray(record)) return record.flatMap((item) => textsOf(item, field));
  return Object.entries(Object(record)).flatMap(([name, value]) => textsOf(value, name));
}

function placesIn({ app, exchanges, logLines, redis }: Heard): Place[] {
  const project = new URL('../../', import.meta.url).pathname;
  // A stack in the log names files: this computer's folders are nobody's data.
  const log = logLines.join('').replaceAll(project, '');
  return [{ name: 'the log', text: log }, { name: 'Redis', text: redis }, ...exchanges.flatMap(placesOf)];

  function placesOf({ server, address, asked, status, answered }: Exchange): Place[] {
    const { location, 'set-cookie': setCookie, ...headers } = answered.headers;
    const leadsTo = String(location ?? '');
    const addresses = [address, leadsTo].map(withoutItsFreight);
    const path = address.split('?')[0];
    const everywhere = [
      { name: `an address at ${path}`, text: addresses.join(' ') },
      { name: `a referrer of ${path}`, text: asked.headers.referer ?? '' },
    ];
    if (server !== app) return everywhere;
    const isError = status >= 400;
    return [
      ...everywhere,
      { name: `a header of ${path}`, text: JSON.stringify(headers) },
      { name: `a cookie of ${path}`, text: String(setCookie ?? ''), mayHold: ({ what }) => what === cookie },
      {
        name: isError ? `an error page at ${path}` : `the page ${path}`,
        // A redirect repeats in words where it leads.
        text: leadsTo === '' ? answered.body : withoutItsFreight(answered.body),
        mayHold: ({ what }) => what === formToken || (what === personal && !isError),
      },
    ];
  }
}

/** Without what this very address is there to carry: the convention's answer, the state of a request to it, whom a call is about. */
function withoutItsFreight(address: string): string {
  return address
    .replace(/(\/login\/callback)\?.*/, '$1')
    .replace(/(\/oauth\/authorize\?.*\bstate=)[\w-]+/g, '$1')
    .replace(/(\/api\/v0\/users\/)\d+/, '$1');
}

function parametersOf(address: string): URLSearchParams {
  return new URLSearchParams(address.split('?')[1]);
}

/** The values of cookies that are set, as sent and without the signature of a session id. */
function cookieValues(headers: Exchange['answered']['headers']): string[] {
  const values = [headers['set-cookie'] ?? []].flat().map((line) => /=([^;]*)/.exec(line)?.[1] ?? '');
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

/** What stands in anything that looks like Base64. Its slash may also stand between two words. */
function base64Decoded(text: string): string {
  const words = [...(text.match(/[\w+/-]{10,}/g) ?? []), ...(text.match(/[\w+-]{10,}/g) ?? [])];
  return words.map((word) => Buffer.from(word, 'base64').toString()).join(' ');
}
