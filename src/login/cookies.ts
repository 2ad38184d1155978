// Our cookies: how they are named and written on https, and on the loopback address of a demo or a developer.
import type { CookieOptions, Request } from 'express';

export interface CookieProfile {
  /** The full name of one of our cookies: `__Host-sid`, or `sid-3000` on loopback, where cookies are shared over ports. */
  name(cookie: string): string;
  /** The same attributes for setting and for clearing (RFC 6265bis 4.1.2). */
  readonly options: CookieOptions;
}

/** Decides the cookie profile from the address under which visitors reach us. */
export function cookieProfile(publicUrl: URL): CookieProfile {
  const secure = publicUrl.protocol === 'https:';
  return {
    name: (cookie) => (secure ? `__Host-${cookie}` : `${cookie}-${publicUrl.port || '80'}`),
    // Lax, not Strict: the browser comes back from the convention's origin and must bring its cookies.
    options: { secure, httpOnly: true, sameSite: 'lax', path: '/' },
  };
}

/** The request's cookies by name, values as sent. A repeated name keeps its first value. */
export function readCookies(req: Request): Map<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of (req.headers.cookie ?? '').split(';')) {
    const [name = '', ...value] = pair.trim().split('=');
    if (!cookies.has(name)) cookies.set(name, value.join('='));
  }
  return cookies;
}
