// Signs id_tokens as an OpenID server does (RFC 7519, RS256).
import { generateKeyPairSync, type JsonWebKey, type KeyObject, sign } from 'node:crypto';

export interface SigningKey {
  /** The algorithm in the header. `none` omits the signature. */
  readonly alg: string;
  readonly kid?: string;
  readonly privateKey: KeyObject;
  readonly jwk: JsonWebKey;
}

export function createSigningKey(): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { alg: 'RS256', privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), use: 'sig' } };
}

export function signed(claims: object, { alg, kid, privateKey }: SigningKey): string {
  const text = [{ alg, kid }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  if (alg === 'none') return `${text}.`;
  return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
}
