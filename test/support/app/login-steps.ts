import { to } from './front-proxy.ts';
import { allow, fromOwnPage, type LoadedPage, logIn, type Visitor, visitor } from './visitor.ts';

export async function visitorWithSandboxLogin({
  url,
  as,
}: {
  url: string;
  as: string;
}): Promise<Visitor> {
  const who = visitor();
  await logIn(who, `${url}/profile`, { as });
  who.cookies(url).clear();
  return who;
}

/**
 * Logs in to the sandbox and consents. `key` identifies a generated attendee, such as `guest-7`.
 */
export async function chooseGuest(
  who: Visitor,
  page: LoadedPage,
  key: string,
): Promise<LoadedPage> {
  page.$('#attendee').val(key);
  return allow(who, await who.press(page, 'Log in'));
}

/**
 * The visitor must be logged in to the sandbox and logged out of the app. Resolves to the callback
 * URL without opening it. `headers` are for the request to the app.
 */
export async function startLoginUntilCallback(
  who: Visitor,
  start: { url: string; returnTo: string; headers?: Record<string, string> },
): Promise<URL> {
  const { url, returnTo, headers = {} } = start;
  const asked = await who.request(`${url}/login?${new URLSearchParams({ return_to: returnTo })}`, {
    headers,
  });
  const authorization = asked.headers.get('location') ?? '';
  const authorized = await who.request(authorization);
  const back = new URL(authorized.headers.get('location') ?? '', authorization);
  if (back.pathname !== '/login/callback')
    throw new Error(`redirected to ${back.pathname}, not to the app`);
  return back;
}

/**
 * Starts a login that also shares the email address. Resolves to the callback URL without opening
 * it.
 */
export async function startSharingMore(who: Visitor, url: string): Promise<URL> {
  const asked = await who.request(`${url}/login?scope=pii:email&return_to=/sharing`, {
    headers: fromOwnPage,
  });
  const authorized = await who.request(asked.headers.get('location') ?? '');
  return new URL(authorized.headers.get('location') ?? '');
}

/**
 * Sends a request up to ten times, until the response is neither 503 nor 504, because Redis and the
 * sandbox may be slow on a busy machine.
 */
export async function retryWhileUnavailable<Reply extends { status: number }>(
  ask: () => Promise<Reply>,
): Promise<Reply> {
  let reply = await ask();
  for (let attempt = 1; attempt < 10 && [503, 504].includes(reply.status); attempt += 1)
    reply = await ask();
  return reply;
}

export function copyBrowser(who: Visitor, origin: string): Visitor {
  const copy = visitor();
  for (const [name, value] of who.cookies(origin)) copy.cookies(origin).set(name, value);
  return copy;
}

/**
 * Submits a form with one field, the form token from `page`, to the second instance. Sends the
 * cookies of `as`.
 */
export function sendForm(
  address: string,
  { as, page }: { as: Visitor; page: LoadedPage },
): Promise<Response> {
  const form_token = String(page.$('input[name=form_token]').first().val());
  return as.request(address, {
    method: 'POST',
    headers: { ...to(1), 'sec-fetch-site': 'same-origin' },
    form: new URLSearchParams({ form_token }),
  });
}
