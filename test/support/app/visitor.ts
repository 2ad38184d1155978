// A simulated visitor without a browser. It stores cookies per origin, follows redirects and
// submits forms.
import { type CheerioAPI, load } from 'cheerio';
import * as undici from 'undici';

export interface LoadedPage {
  readonly url: URL;
  readonly status: number;
  readonly headers: Headers;
  /**
   * As received, but without `<wbr>`, so that a test finds a long word despite its break points.
   */
  readonly html: string;
  readonly $: CheerioAPI;
  /** The text of `main` without aria-hidden parts. Runs of whitespace become single spaces. */
  readonly text: string;
}

export interface RequestOptions {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly form?: URLSearchParams;
}

/** Headers that a browser sends when a visitor follows a link on the same site. */
export const fromOwnPage: Record<string, string> = { 'sec-fetch-site': 'same-origin' };

export interface Visitor {
  /** Opens a URL as if typed, or as a link on page `from`. Follows all redirects. */
  open(address: string | URL, from?: string): Promise<LoadedPage>;
  follow(page: LoadedPage, linkText: string): Promise<LoadedPage>;
  /**
   * Presses the first button whose accessible name contains this text. `untick`: the values of
   * checkboxes to untick first.
   */
  press(page: LoadedPage, buttonText: string, untick?: readonly string[]): Promise<LoadedPage>;
  /** Sends one request without following redirects. Sends and stores cookies. */
  request(address: string | URL, init?: RequestOptions): Promise<Response>;
  cookies(origin: string): Map<string, string>;
}

interface TlsProxy {
  readonly origin: string;
  readonly listensAt: string;
}

let visitors = 0;

/**
 * With `tlsProxy`, requests for the https origin go to `listensAt` with the headers of a TLS proxy.
 */
export function visitor(tlsProxy?: TlsProxy): Visitor {
  visitors += 1;
  // With `tlsProxy`, the app sees a different IP address for each visitor.
  const ownAddress = `10.0.${visitors >> 8}.${visitors & 255}`;
  const cookies = createCookieJars();

  async function ask(address: string | URL, options: RequestOptions = {}): Promise<RawResponse> {
    const { origin, host } = new URL(address);
    const jar = cookies(origin);
    const viaProxy = tlsProxy?.origin === origin;
    const target = viaProxy
      ? new URL(String(address).slice(origin.length), tlsProxy.listensAt)
      : address;
    const response = await send(target, {
      ...options,
      headers: {
        ...(viaProxy && { host, 'x-forwarded-proto': 'https', 'x-forwarded-for': ownAddress }),
        ...cookieHeader(jar),
        ...options.headers,
      },
    });
    for (const line of [response.headers['set-cookie'] ?? []].flat()) storeCookie(jar, line);
    return response;
  }

  return {
    open: (address, from) =>
      navigate(ask, new URL(address), from === undefined ? {} : { from: new URL(from) }),

    follow(page, linkText) {
      return navigate(ask, linkTarget(page, linkText), { from: page.url });
    },

    press(page, buttonText, untick = []) {
      const { action, fields } = fillForm(page, buttonText, untick);
      return navigate(ask, action, { form: fields, from: page.url });
    },

    request: async (address, options) => responseOf(await ask(address, options)),
    cookies,
  };
}

function createCookieJars(): Visitor['cookies'] {
  const jars = new Map<string, Map<string, string>>();
  return (origin) => {
    const jar = jars.get(origin) ?? new Map<string, string>();
    jars.set(origin, jar);
    return jar;
  };
}

export function cookieHeader(jar: Map<string, string>): { cookie?: string } {
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  return cookie ? { cookie } : {};
}

type RawResponse = undici.Dispatcher.ResponseData;
type Ask = (address: string | URL, options?: RequestOptions) => Promise<RawResponse>;

/** Uses undici's `request`, because `fetch` sets Sec-Fetch-Mode itself. */
function send(
  target: string | URL,
  { method = 'GET', headers, form }: RequestOptions,
): Promise<RawResponse> {
  return undici.request(target, {
    method,
    headers: {
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...headers,
    },
    body: form?.toString() ?? null,
  });
}

async function responseOf(response: RawResponse): Promise<Response> {
  const body = await response.body.arrayBuffer();
  return new Response(body, { status: response.statusCode, headers: headersOf(response) });
}

function headersOf(response: RawResponse): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(response.headers)) {
    for (const value of [values ?? []].flat()) headers.append(name, value);
  }
  return headers;
}

async function navigate(
  ask: Ask,
  address: URL,
  { from, form }: { from?: URL; form?: URLSearchParams } = {},
): Promise<LoadedPage> {
  const origin = form && from && { origin: from.origin };
  let url = address;
  let response = await ask(url, {
    ...(form && { method: 'POST', form }),
    headers: { ...fetchMetadata(url, from), ...origin },
  });
  for (let redirects = 0; redirects < 20; redirects += 1) {
    const { location } = response.headers;
    if (response.statusCode < 300 || response.statusCode >= 400 || !location)
      return readPage(url, response);
    await response.body.dump();
    url = new URL(String(location), url);
    response = await ask(url, { headers: fetchMetadata(url, from) });
  }
  throw new Error(`too many redirects, last to ${url.pathname}`);
}

function linkTarget(page: LoadedPage, linkText: string): URL {
  const href = page
    .$('a')
    .filter((_, link) => nameOf(page, link) === linkText)
    .attr('href');
  if (!href) throw new Error(`no link "${linkText}" on ${page.url.pathname}: ${page.text}`);
  return new URL(href, page.url);
}

function nameOf({ $ }: LoadedPage, element: Parameters<CheerioAPI>[0]): string {
  return $(element).attr('aria-label') ?? oneLine($(element).text());
}

function fillForm(page: LoadedPage, buttonText: string, untick: readonly string[]) {
  const { $ } = page;
  const button = $('form button')
    .filter((_, element) => nameOf(page, element).includes(buttonText))
    .first();
  const form = button.closest('form');
  if (form.length === 0)
    throw new Error(`no button "${buttonText}" on ${page.url.pathname}: ${page.text}`);
  const fields = new URLSearchParams(form.serialize());
  for (const value of untick) fields.delete('scope', value);
  const name = button.attr('name');
  if (name) fields.append(name, button.attr('value') ?? '');
  return { action: new URL(form.attr('action') ?? page.url.href, page.url), fields };
}

/**
 * Opens a page that requires a login, logs in to the sandbox, consents, and returns to the page.
 * The sandbox asks for consent once per session and set of scopes.
 */
export async function logIn(
  who: Visitor,
  address: string | URL,
  choices: { as: string; untick?: readonly string[]; from?: string },
): Promise<LoadedPage> {
  const chooseAttendee = await confirm(who, await who.open(address, choices.from));
  const { $, url } = chooseAttendee;
  const name = oneLine($(`button[name=attendee][value=${choices.as}]`).text());
  if (!name) throw new Error(`${url} is not the page where the sandbox asks who logs in`);
  const consent = await who.press(chooseAttendee, name);
  return allow(who, consent, choices.untick);
}

/**
 * Follows the "Log in again" link if the app asks before a new login, as it does after a log-out.
 */
export async function confirm(who: Visitor, page: LoadedPage): Promise<LoadedPage> {
  const isAsked = page.url.pathname === '/logged-out' && page.url.searchParams.has('return_to');
  return isAsked ? who.follow(page, 'Log in again') : page;
}

/** Consents if the sandbox asks, except to the scopes in `untick`. Returns the next page. */
export async function allow(
  who: Visitor,
  page: LoadedPage,
  untick: readonly string[] = [],
): Promise<LoadedPage> {
  const isQuestion = page.$('button[value=allow]').length > 0;
  return isQuestion ? who.press(page, 'Allow', untick) : page;
}

/** Parses the page and the headers lazily, because many pages are opened only for their cookies. */
async function readPage(url: URL, response: RawResponse): Promise<LoadedPage> {
  const html = withoutBreaks(await response.body.text());
  let parsed: CheerioAPI | undefined;
  const parse = () => {
    parsed ??= load(html);
    return parsed;
  };
  return {
    url,
    status: response.statusCode,
    html,
    get headers() {
      return headersOf(response);
    },
    get $() {
      return parse();
    },
    get text() {
      return oneLine(parse()('main').clone().find('[aria-hidden]').remove().end().text());
    },
  };
}

export function storeCookie(jar: Map<string, string>, setCookie: string): void {
  const [pair = '', ...attributes] = setCookie.split('; ');
  const name = pair.slice(0, pair.indexOf('='));
  const expired = attributes.some((text) => {
    const [attribute = '', value = ''] = text.split('=');
    return /^max-age$/i.test(attribute)
      ? Number(value) <= 0
      : /^expires$/i.test(attribute) && Date.parse(value) <= Date.now();
  });
  if (expired) jar.delete(name);
  else jar.set(name, pair.slice(name.length + 1));
}

function fetchMetadata(to: URL, from: URL | undefined): Record<string, string> {
  return {
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
    'sec-fetch-site': siteRelation(to, from),
  };
}

function siteRelation(to: URL, from: URL | undefined): string {
  if (from === undefined) return 'none';
  if (from.origin === to.origin) return 'same-origin';
  return from.hostname === to.hostname ? 'same-site' : 'cross-site';
}

export function withoutBreaks(html: string): string {
  return html.replaceAll('<wbr>', '');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
