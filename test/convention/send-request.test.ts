import assert from 'node:assert/strict';
import test from 'node:test';
import { codeOfFailure } from '../../src/convention/send-request.ts';

/** Errors from undici, Node and OpenSSL, and the codes that explain them in the log. */
const failures: [error: { name?: string; code?: string }, expected: string][] = [
  [{ name: 'TimeoutError' }, 'platform-timeout'],
  [{ name: 'ConnectTimeoutError', code: 'UND_ERR_CONNECT_TIMEOUT' }, 'platform-timeout'],
  [{ code: 'ERR_PROXY_TUNNEL' }, 'platform-proxy'],
  [{ code: 'ERR_SSL_WRONG_VERSION_NUMBER' }, 'platform-no-tls'],
  [{ code: 'ERR_SSL_PACKET_LENGTH_TOO_LONG' }, 'platform-no-tls'],
  [{ code: 'EPROTO' }, 'platform-no-tls'],
  [{ code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }, 'platform-certificate-chain'],
  [{ code: 'UNABLE_TO_GET_ISSUER_CERT' }, 'platform-certificate-authority'],
  [{ code: 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY' }, 'platform-certificate-authority'],
  [{ code: 'SELF_SIGNED_CERT_IN_CHAIN' }, 'platform-certificate-authority'],
  [{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'platform-certificate-self-signed'],
  [{ code: 'CERT_HAS_EXPIRED' }, 'platform-certificate-time'],
  [{ code: 'CERT_NOT_YET_VALID' }, 'platform-certificate-time'],
  [{ code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, 'platform-certificate-name'],
  [{ code: 'CERT_REVOKED' }, 'platform-certificate'],
  [{ code: 'ERR_TLS_HANDSHAKE_TIMEOUT' }, 'platform-certificate'],
  [{ code: 'ERR_SSL_NO_CIPHER_MATCH' }, 'platform-certificate'],
  [{ code: 'HTTP_ERR_TLS_LOST' }, 'platform-away'],
  [{ code: 'ENOTFOUND' }, 'platform-away'],
  [{ code: 'constructor' }, 'platform-away'],
  [{}, 'platform-away'],
];

for (const [error, expected] of failures) {
  test(`the log explains ${JSON.stringify(error)} as ${expected}`, () => {
    assert.equal(codeOfFailure(Object.assign(new Error('failed'), error)), expected);
  });
}
