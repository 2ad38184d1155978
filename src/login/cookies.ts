// Our cookies: how they are named and written on https, and on the loopback address of a demo or a developer.
import type { Request, Response } from 'express';
import { type KeyRing, open, seal } from './sealing.ts';

export type Cookies = ReturnType<typeof createCookies>;

/** Decides names and attributes of our cookies from the address under which visitors reach us. */
export function createCookies(publicUrl: URL, keyRing: KeyRing) {
  const secure = publicUrl.protocol === 'https:';
  // Lax, not Strict: the browser comes back from the convention's origin and must bring its cookies.
  const options = { secure, httpOnly: true, sameSite: 'lax', path: '/' } as const;
  const label = (name: string) => ({ purpose: 'cookie v1', place: name });
  return {
    /** The full name of one of our cookies: `__Host-sid`, or `sid-3000` on loopback, where cookies are shared over ports. */
    name: (cookie: string) => (secure ? `__Host-${cookie}` : `${cookie}-${publicUrl.port || '80'}`),
    /** The same attributes for setting and for clearing (RFC 6265bis 4.1.2). */
    options,

    /** Gives the browser what only we can read, for so many milliseconds. */
    setSealed(res: Response, name: string, content: object, maxAge: number): void {
      const sealed = seal(Buffer.from(JSON.stringify(content)), keyRing, label(name));
      res.cookie(name, sealed.toString('base64url'), { ...options, maxAge });
    },

    /** What we sealed into this cookie, or undefined: absent, changed, or not made by us under this name. */
    readSealed<Content extends object>(req: Request, name: string): Content | undefined {
      const plain = open(Buffer.from(readCookies(req).get(name) ?? '', 'base64url'), keyRing, label(name));
      return plain && JSON.parse(plain.toString());
    },
  };
}

/** The request's cookies by name, values as sent. A repeated name keeps its first value. */
export function readCookies(req: Request): Map<string, string> {
  const cookies = new Map<string, string>();
  // Space and tab only (RFC 6265 4.2.1): trim() also takes a no-break space off, and a sibling site's cookie would pass for ours.
  for (const pair of (req.headers.cookie ?? '').split(/(?<![ \t])[ \t]*;[ \t]*/)) {
    const [name = '', ...value] = pair.split('=');
    if (!cookies.has(name)) cookies.set(name, value.join('='));
  }
  return cookies;
}
