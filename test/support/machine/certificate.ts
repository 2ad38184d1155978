// Creates certificates (RFC 5280) without openssl, so that tests need only Node.
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';

export interface Certificate {
  /** In PEM format, like `key`. */
  readonly cert: string;
  readonly key: string;
}

interface Issuer {
  readonly name: Buffer;
  readonly privateKey: KeyObject;
}

interface CertificateOptions {
  /** Default: the certificate is self-signed. */
  readonly issuer?: Issuer;
  readonly isAuthority?: boolean;
  /** The first and last day on which the certificate is valid, in days from now. */
  readonly validDays?: readonly [first: number, last: number];
}

/**
 * Returns a certificate for this host name or IPv4 address, valid from yesterday until a week from
 * now.
 */
export function selfSignedCertificate(host = 'localhost'): Certificate {
  return createCertificate(host);
}

/**
 * Returns a company's own root, and a certificate signed by an intermediate under that root: alone
 * (`leaf`), and followed by one or both of its issuers.
 */
export function certificateFromAuthority(
  host: string,
  { validDays }: Pick<CertificateOptions, 'validDays'> = {},
) {
  const root = createCertificate('Own root', { isAuthority: true });
  const middle = createCertificate('Own issuer', { issuer: root, isAuthority: true });
  const leaf = createCertificate(host, { issuer: middle, ...(validDays && { validDays }) });
  return {
    root: root.cert,
    leaf: { cert: leaf.cert, key: leaf.key },
    withIntermediate: { cert: leaf.cert + middle.cert, key: leaf.key },
    withRoot: { cert: leaf.cert + middle.cert + root.cert, key: leaf.key },
  };
}

const dayMs = 24 * 3600 * 1000;

function createCertificate(
  host: string,
  { issuer, isAuthority = false, validDays: [first, last] = [-1, 7] }: CertificateOptions = {},
): Certificate & Issuer {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
  const name = sequence(set(sequence(oid('550403'), utf8(host))));
  const validity = sequence(
    utcTime(Date.now() + first * dayMs),
    utcTime(Date.now() + last * dayMs),
  );
  const hostName = isIPv4(host)
    ? der(0x87, Buffer.from(host.split('.').map(Number)))
    : der(0x82, Buffer.from(host));
  const subjectAltName = sequence(oid('551d11'), octets(sequence(hostName)));
  const basicConstraints = sequence(
    oid('551d13'),
    octets(sequence(der(0x01, Buffer.from([0xff])))),
  );
  const content = sequence(
    der(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    issuer?.name ?? name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(isAuthority ? basicConstraints : subjectAltName)),
  );
  const signature = sign('sha256', content, issuer?.privateKey ?? privateKey);
  const certificate = sequence(content, ecdsaWithSha256, bits(signature));
  const lines = certificate
    .toString('base64')
    .match(/.{1,64}/g)
    ?.join('\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    name,
    privateKey,
  };
}

/** Encodes tag, length and content (DER, X.690). */
function der(tag: number, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag, ...derLength(body.length)]), body]);
}

/** Encodes a length below 65,536 (X.690 section 8.1.3). */
function derLength(length: number): number[] {
  if (length < 128) return [length];
  if (length < 256) return [0x81, length];
  return [0x82, length >> 8, length & 0xff];
}

const sequence = (...content: Buffer[]) => der(0x30, ...content);
const set = (...content: Buffer[]) => der(0x31, ...content);
const integer = (bytes: Buffer) => der(0x02, bytes);
const bits = (bytes: Buffer) => der(0x03, Buffer.from([0]), bytes);
const octets = (bytes: Buffer) => der(0x04, bytes);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const utf8 = (text: string) => der(0x0c, Buffer.from(text));

function utcTime(timestampMs: number): Buffer {
  const digits = new Date(timestampMs).toISOString().replace(/\D/g, '').slice(2, 14);
  return der(0x17, Buffer.from(`${digits}Z`));
}
