// The login's cookies: how they are named and written on https, and on the loopback address of a demo or a developer.
import { parse } from 'cookie';
import type { Request, Response } from 'express';
import { type KeyRing, open, seal } from './sealing.ts';

export type Cookies = ReturnType<typeof createCookies>;

/** Decides names and attributes from the address under which visitors reach the app. */
export function createCookies(publicUrl: URL, encryptionKeys: KeyRing) {
  const secure = publicUrl.protocol === 'https:';
  // Lax, not Strict: the browser comes back from the convention's origin and must bring its cookies.
  const attributes = { secure, httpOnly: true, sameSite: 'lax', path: '/' } as const;
  const label = (name: string) => ({ purpose: 'cookie v1', place: name });

  return {
    /** The full name of a cookie: `__Host-login`, or `login-3000` on loopback, where cookies are shared over ports. */
    nameOf: (cookie: string) => (secure ? `__Host-${cookie}` : `${cookie}-${publicUrl.port || '80'}`),

    /** The same for setting and for clearing (RFC 6265bis 4.1.2). */
    attributes,

    /** Gives the browser what only we can read, for so many milliseconds. */
    setSealed(res: Response, name: string, content: object, maxAge: number): void {
      const sealed = seal(Buffer.from(JSON.stringify(content)), encryptionKeys, label(name));
      res.cookie(name, sealed.toString('base64url'), { ...attributes, maxAge });
    },

    /** Returns what we sealed into this cookie, or undefined: absent, changed, or not made by us under this name. */
    readSealed<Content extends object>(req: Request, name: string): Content | undefined {
      const value = readCookies(req)[name];
      if (value === undefined) return undefined;
      const plain = open(Buffer.from(value, 'base64url'), encryptionKeys, label(name));
      return plain && JSON.parse(plain.toString());
    },

    /** `place` is where the cookie was set, if not for all paths of this host. */
    clear(res: Response, name: string, place: { path?: string | undefined; domain?: string | undefined } = {}): void {
      const { path = '/', domain } = place;
      res.clearCookie(name, { ...attributes, path, ...(domain !== undefined && { domain }) });
    },
  };
}

/** Returns the request's cookies by name, values as sent. A repeated name keeps its first value. */
export function readCookies(req: Request): Record<string, string | undefined> {
  return parse(req.headers.cookie ?? '', { decode: (value) => value });
}
