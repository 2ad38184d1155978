// Names, attributes and encryption of the login's cookies, on https and on a loopback address.
import { parse } from 'cookie';
import type { CookieOptions, Request, Response } from 'express';
import { decrypt, encrypt, type KeyRing } from '../crypto.ts';

export type Cookies = ReturnType<typeof createCookies>;

export function createCookies(publicUrl: URL, encryptionKeys: KeyRing) {
  const secure = publicUrl.protocol === 'https:';
  // SameSite is Lax, because browsers would not send Strict cookies with the redirect back from the
  // platform.
  const attributes = { secure, httpOnly: true, sameSite: 'lax', path: '/' } as const;
  const label = (name: string) => ({ purpose: 'cookie v1', place: name });

  return {
    /**
     * Returns the full name of a cookie: `__Host-login` on https. On localhost, where all ports
     * share cookies, the name contains the port: `login-3000`.
     */
    nameOf: (cookie: string) =>
      secure ? `__Host-${cookie}` : `${cookie}-${publicUrl.port || '80'}`,

    /**
     * The attributes of each cookie. Clearing a `__Host-` cookie also requires `secure` and `path`
     * (RFC 6265bis 4.1.3.2).
     */
    attributes,

    /** `maxAge` is in milliseconds. */
    setEncrypted(res: Response, name: string, content: object, maxAge: number): void {
      const value = encrypt(Buffer.from(JSON.stringify(content)), encryptionKeys, label(name));
      res.cookie(name, value.toString('base64url'), { ...attributes, maxAge });
    },

    /**
     * Returns the content of an encrypted cookie. Returns undefined if the cookie is absent or was
     * changed, or if its key is unknown.
     */
    readEncrypted<Content extends object>(req: Request, name: string): Content | undefined {
      const value = readCookies(req)[name];
      if (value === undefined) return undefined;
      const plain = decrypt(Buffer.from(value, 'base64url'), encryptionKeys, label(name));
      return plain && JSON.parse(plain.toString());
    },

    /** `place` is the path and domain with which the cookie was set. Default: `/` on this host. */
    clear(
      res: Response,
      name: string,
      { path, domain }: Pick<CookieOptions, 'path' | 'domain'> = {},
    ): void {
      res.clearCookie(name, { ...attributes, path, domain });
    },
  };
}

/**
 * Returns the cookies by name, without decoding their values. If several have the same name,
 * returns the first one.
 */
export function readCookies(req: Request): Record<string, string | undefined> {
  return parse(req.headers.cookie ?? '', { decode: (value) => value });
}
