// A visitor without a browser: a cookie jar for each origin, following redirects and pressing buttons as a browser would.
import { type CheerioAPI, load } from 'cheerio';
import * as undici from 'undici';

/** A page that the visitor sees. */
export interface SeenPage {
  readonly url: URL;
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  readonly $: CheerioAPI;
  /** The text of the main part as it is read aloud, with single spaces. */
  readonly text: string;
}

export interface RequestOptions {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  /** Fields of a form. */
  readonly form?: URLSearchParams;
}

export interface Visitor {
  /** Opens an address like a typed one and follows every redirect. */
  open(address: string | URL): Promise<SeenPage>;
  /** Follows the link with this text. */
  follow(page: SeenPage, linkText: string): Promise<SeenPage>;
  /** Presses the button with this text in its form; `untick` names check box values to untick first. */
  press(page: SeenPage, buttonText: string, untick?: readonly string[]): Promise<SeenPage>;
  /** One request without following redirects; cookies are sent and kept. */
  request(address: string | URL, init?: RequestOptions): Promise<Response>;
  /** The visitor's cookies for this origin, by name. */
  cookies(origin: string): Map<string, string>;
}

let visitors = 0;

/** `tlsProxy` plays the proxy in front of an https address: it passes requests for `origin` on to `listensAt`. */
export function visitor(tlsProxy?: { origin: string; listensAt: string }): Visitor {
  visitors += 1;
  // As far as the proxy is concerned, each visitor is at another place.
  const ownAddress = `10.0.${visitors >> 8}.${visitors & 255}`;
  const jars = new Map<string, Map<string, string>>();
  const cookies = (origin: string) => {
    const jar = jars.get(origin) ?? new Map<string, string>();
    jars.set(origin, jar);
    return jar;
  };

  async function request(address: string | URL, options: RequestOptions = {}): Promise<Response> {
    const { method = 'GET', form } = options;
    const { origin } = new URL(address);
    const cookie = [...cookies(origin)].map(([name, value]) => `${name}=${value}`).join('; ');
    const viaProxy = tlsProxy?.origin === origin;
    const target = viaProxy ? new URL(String(address).slice(origin.length), tlsProxy.listensAt) : address;
    const headers = {
      ...(viaProxy && { 'x-forwarded-proto': 'https', 'x-forwarded-for': ownAddress }),
      ...(cookie && { cookie }),
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...options.headers,
    };
    // Not fetch: it says of itself that it does not navigate, and does not let us speak for the browser.
    const answer = await undici.request(target, { method, headers, body: form?.toString() ?? null });
    const seen = new Headers();
    for (const [name, values] of Object.entries(answer.headers)) {
      for (const value of [values ?? []].flat()) seen.append(name, value);
    }
    for (const line of seen.getSetCookie()) keep(cookies(origin), line);
    return new Response(await answer.body.arrayBuffer(), { status: answer.statusCode, headers: seen });
  }

  async function navigate(address: URL, options: { from?: URL; form?: URLSearchParams } = {}): Promise<SeenPage> {
    const { from, form } = options;
    const origin = form && from && { origin: from.origin };
    let url = address;
    let response = await request(url, {
      ...(form && { method: 'POST', form }),
      headers: { ...fetchMetadata(url, from), ...origin },
    });
    for (let redirects = 0; redirects < 20; redirects += 1) {
      const location = response.headers.get('location');
      if (response.status < 300 || response.status >= 400 || !location) return see(url, response);
      url = new URL(location, url);
      response = await request(url, { headers: fetchMetadata(url, from) });
    }
    throw new Error(`redirected without end, last to ${url.pathname}`);
  }

  return {
    open: (address) => navigate(new URL(address)),

    follow(page, linkText) {
      const href = page
        .$('a')
        .filter((_, link) => oneLine(page.$(link).text()) === linkText)
        .attr('href');
      if (!href) throw new Error(`no link "${linkText}" on ${page.url.pathname}: ${page.text}`);
      return navigate(new URL(href, page.url), { from: page.url });
    },

    press(page, buttonText, untick = []) {
      const { $ } = page;
      const button = $('form button')
        .filter((_, element) => oneLine($(element).text()).includes(buttonText))
        .first();
      const form = button.closest('form');
      if (form.length === 0) throw new Error(`no button "${buttonText}" on ${page.url.pathname}: ${page.text}`);
      const fields = new URLSearchParams(form.serialize());
      for (const value of untick) fields.delete('scope', value);
      const name = button.attr('name');
      if (name) fields.append(name, button.attr('value') ?? '');
      const action = new URL(form.attr('action') ?? page.url.href, page.url);
      return navigate(action, { form: fields, from: page.url });
    },

    request,
    cookies,
  };
}

/** Walks the real log-in and consent of the sandbox (asked only once for the same scopes) from any page that needs a login, back to it. */
export async function logIn(
  who: Visitor,
  address: string | URL,
  choices: { as: string; untick?: readonly string[] },
): Promise<SeenPage> {
  const chooseAttendee = await who.open(address);
  const { $ } = chooseAttendee;
  const name = oneLine($(`button[name=attendee][value=${choices.as}]`).text());
  const consent = await who.press(chooseAttendee, name);
  return consent.$('button[value=allow]').length > 0 ? who.press(consent, 'Allow', choices.untick) : consent;
}

async function see(url: URL, response: Response): Promise<SeenPage> {
  const html = await response.text();
  const $ = load(html);
  return {
    url,
    status: response.status,
    headers: response.headers,
    html,
    $,
    text: oneLine($('main').clone().find('[aria-hidden]').remove().end().text()),
  };
}

function keep(jar: Map<string, string>, setCookie: string): void {
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

/** What a browser tells of a navigation (Fetch Metadata). */
function fetchMetadata(to: URL, from: URL | undefined): Record<string, string> {
  const relation =
    from === undefined
      ? 'none'
      : from.origin === to.origin
        ? 'same-origin'
        : from.hostname === to.hostname
          ? 'same-site'
          : 'cross-site';
  return { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'sec-fetch-site': relation };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
