// The login's cookies: their names and attributes, on https and on a loopback address.
import { parse } from 'cookie';
import type { Request, Response } from 'express';
import { type KeyRing, open, seal } from '../crypto.ts';

export type Cookies = ReturnType<typeof createCookies>;

/** Names and attributes depend on `publicUrl`, the address at which visitors reach the app. */
export function createCookies(publicUrl: URL, encryptionKeys: KeyRing) {
  const secure = publicUrl.protocol === 'https:';
  // Lax, not Strict: the redirect back from the convention must carry these cookies.
  const attributes = { secure, httpOnly: true, sameSite: 'lax', path: '/' } as const;
  const label = (name: string) => ({ purpose: 'cookie v1', place: name });

  return {
    /** Returns `__Host-login`, or `login-3000` on loopback, where all ports share their cookies. */
    nameOf: (cookie: string) =>
      secure ? `__Host-${cookie}` : `${cookie}-${publicUrl.port || '80'}`,

    /** The same for setting and clearing a cookie (RFC 6265bis 4.1.2). */
    attributes,

    /** Sets a cookie that only this app can read. `maxAge` is in milliseconds. */
    setSealed(res: Response, name: string, content: object, maxAge: number): void {
      const sealed = seal(Buffer.from(JSON.stringify(content)), encryptionKeys, label(name));
      res.cookie(name, sealed.toString('base64url'), { ...attributes, maxAge });
    },

    /** Returns what was sealed into this cookie; undefined if it is absent, changed or foreign. */
    readSealed<Content extends object>(req: Request, name: string): Content | undefined {
      const value = readCookies(req)[name];
      if (value === undefined) return undefined;
      const plain = open(Buffer.from(value, 'base64url'), encryptionKeys, label(name));
      return plain && JSON.parse(plain.toString());
    },

    /** `place`: the path and domain of the cookie, if not all paths of this host. */
    clear(
      res: Response,
      name: string,
      place: { path?: string | undefined; domain?: string | undefined } = {},
    ): void {
      const { path = '/', domain } = place;
      res.clearCookie(name, { ...attributes, path, ...(domain !== undefined && { domain }) });
    },
  };
}

/** Returns the request's cookies by name, values as sent. The first of a repeated name counts. */
export function readCookies(req: Request): Record<string, string | undefined> {
  return parse(req.headers.cookie ?? '', { decode: (value) => value });
}
