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

export function connectionFailure(code: unknown): 'no-tls' | 'certificate' | 'away' | undefined {
  if (noTls.includes(String(code))) return 'no-tls';
  if (/CERT|SELF_SIGNED|^ERR_(TLS|SSL)/.test(String(code))) return 'certificate';
  return noConnection.includes(String(code)) ? 'away' : undefined;
}
