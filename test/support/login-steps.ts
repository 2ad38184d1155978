// A login in steps, for tests in which something happens between them, and sessions in more hands than one.
import { logIn, type Visitor, visitor } from './visitor.ts';

/** A visitor whom the sandbox knows, with their consent, so that it asks nothing any more. Not logged in at the app. */
export async function visitorKnownToSandbox({ url, as }: { url: string; as: string }): Promise<Visitor> {
  const who = visitor();
  await logIn(who, `${url}/profile`, { as });
  who.cookies(url).clear();
  return who;
}

/**
 * Starts a login of a visitor known to the sandbox, who must not be logged in at the app, and answers the address to come back
 * to, not yet opened. `headers` go with the request to the app.
 */
export async function leadToCallback(
  who: Visitor,
  start: { url: string; returnTo: string; headers?: Record<string, string> },
): Promise<URL> {
  const { url, returnTo, headers = {} } = start;
  const asked = await who.request(`${url}/login?${new URLSearchParams({ return_to: returnTo })}`, { headers });
  const authorization = asked.headers.get('location') ?? '';
  const authorized = await who.request(authorization);
  const back = new URL(authorized.headers.get('location') ?? '', authorization);
  if (back.pathname !== '/login/callback') throw new Error(`led to ${back.pathname}, not back to the app`);
  return back;
}

/** Does it again, up to ten times, as long as the answer is 503 or 504: on a busy computer the store or the convention is late. */
export async function patiently<Answer extends { status: number }>(ask: () => Promise<Answer>): Promise<Answer> {
  let answer = await ask();
  for (let again = 1; again < 10 && [503, 504].includes(answer.status); again += 1) answer = await ask();
  return answer;
}

/** Another browser with the same cookies for this origin. */
export function copyOf(who: Visitor, origin: string): Visitor {
  const copy = visitor();
  for (const [name, value] of who.cookies(origin)) copy.cookies(origin).set(name, value);
  return copy;
}
