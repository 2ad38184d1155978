// Decides which profile picture addresses (interface 2.1) a page may load.
// The server itself fetches no picture.
import { type Field, parseAddress } from '../text.ts';

const maxAddressLength = 2000;

/**
 * Returns the normalized address if it is at one of these origins, contains no user name or
 * password, and has at most 2,000 characters; otherwise undefined. The settings allow only https
 * origins, except on this computer.
 */
export function pictureAddress(text: Field, origins: readonly string[]): string | undefined {
  // An address without a scheme is one of this site's, which is https.
  const url = parseAddress(typeof text === 'string' ? text.replace(/^\s*\/\//, 'https://') : text);
  if (!url) return undefined;
  const { protocol, host, username, password, href } = url;
  // Not `origin`: a blob: URL has the origin of the site that created it.
  const isAllowed = origins.includes(`${protocol}//${host}`) && username === '' && password === '';
  return isAllowed && href.length <= maxAddressLength ? href : undefined;
}
