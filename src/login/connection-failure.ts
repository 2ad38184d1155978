// Classifies failed connections by the error codes of Node, undici and OpenSSL.

/** Error codes for a server that does not speak TLS. */
const noTls = ['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG', 'EPROTO'];
const noConnection = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'EPIPE',
  'UND_ERR_SOCKET',
];

/** Certificate problems, keyed by the error codes of OpenSSL and Node. */
const ofCertificate = {
  // Either the server does not send the intermediate certificate, or this machine does not trust
  // the authority.
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate-chain',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate-authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate-authority',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate-authority',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate-self-signed',
  CERT_HAS_EXPIRED: 'certificate-time',
  CERT_NOT_YET_VALID: 'certificate-time',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate-name',
} as const;

type CertificateFailure = (typeof ofCertificate)[keyof typeof ofCertificate] | 'certificate';

export function connectionFailure(
  code: unknown,
): 'proxy' | 'no-tls' | CertificateFailure | 'away' | undefined {
  const text = String(code);
  if (text === 'ERR_PROXY_TUNNEL') return 'proxy';
  if (noTls.includes(text)) return 'no-tls';
  const known = Object.entries(ofCertificate).find(([each]) => each === text)?.[1];
  if (known) return known;
  if (/CERT|SELF_SIGNED|^ERR_(TLS|SSL)/.test(text)) return 'certificate';
  return noConnection.includes(text) ? 'away' : undefined;
}
