// Signs id_tokens as an OpenID server does (RFC 7519, RS256).
import { generateKeyPairSync, type JsonWebKey, type KeyObject, sign } from 'node:crypto';

export interface SigningKey {
  /** What the header claims; `none` leaves the signature out. */
  readonly alg: string;
  /** The id of the key, if the header has one. */
  readonly kid?: string;
  readonly privateKey: KeyObject;
  /** The public key, for the JSON Web Key Set of the server. */
  readonly jwk: JsonWebKey;
}

export function createSigningKey(): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { alg: 'RS256', privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), use: 'sig' } };
}

/** Returns a JSON Web Token with these claims. */
export function signed(claims: object, { alg, kid, privateKey }: SigningKey): string {
  const text = [{ alg, kid }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  if (alg === 'none') return `${text}.`;
  return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
}
