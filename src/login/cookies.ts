// Our cookies: how they are named and written on https, and on the loopback address of a demo or a developer.
import type { Request } from 'express';

export type CookieProfile = ReturnType<typeof cookieProfile>;

/** Decides names and attributes of our cookies from the address under which visitors reach us. */
export function cookieProfile(publicUrl: URL) {
  const secure = publicUrl.protocol === 'https:';
  // Lax, not Strict: the browser comes back from the convention's origin and must bring its cookies.
  const options = { secure, httpOnly: true, sameSite: 'lax', path: '/' } as const;
  return {
    /** The full name of one of our cookies: `__Host-sid`, or `sid-3000` on loopback, where cookies are shared over ports. */
    name: (cookie: string) => (secure ? `__Host-${cookie}` : `${cookie}-${publicUrl.port || '80'}`),
    /** The same attributes for setting and for clearing (RFC 6265bis 4.1.2). */
    options,
  };
}

/** The request's cookies by name, values as sent. A repeated name keeps its first value. */
export function readCookies(req: Request): Map<string, string> {
  const cookies = new Map<string, string>();
  // Space and tab only (RFC 6265 4.2.1): trim() also takes a no-break space off, and a sibling site's cookie would pass for ours.
  for (const pair of (req.headers.cookie ?? '').split(/[ \t]*;[ \t]*/)) {
    const [name = '', ...value] = pair.split('=');
    if (!cookies.has(name)) cookies.set(name, value.join('='));
  }
  return cookies;
}
