// The visitor's network. The rate limit for logins counts by network, and the log may contain a
// part of it.
import { isIP, SocketAddress } from 'node:net';
import type { Request } from 'express';

/**
 * Returns an IPv4 address, or the first 64 bits of an IPv6 address, which one household shares.
 * Removes a port that a proxy added. All invalid addresses share one network, `unknown`.
 */
export function networkOf(text: string): string {
  const [, inBrackets, ipv4 = text] = /^(?:\[(.*)\]|([\d.]+))(?::\d+)?$/.exec(text) ?? [];
  const address = inBrackets ?? ipv4;
  if (isIP(address) === 4) return address;
  if (isIP(address) !== 6) return 'unknown';
  const canonical = canonicalIpv6(address);
  return /^::ffff:([\d.]+)$/.exec(canonical)?.[1] ?? `${firstGroups(canonical)}::/64`;
}

/** TRUST_PROXY determines which address counts. */
export function visitorNetwork(req: Request): string {
  return networkOf(req.ip ?? '');
}

/** Shortens a network for the log: to 24 bits for IPv4, and to 48 bits for IPv6. */
export function maskedNetwork(network: string): string {
  if (isIP(network) === 4) return network.replace(/\d+$/, '0/24');
  return network.replace(/:[^:]*::\/64$/, '::/48');
}

/** Returns the canonical text form (RFC 5952), without a zone (`%eth0`). */
function canonicalIpv6(text: string): string {
  const [address = ''] = text.split('%');
  return new SocketAddress({ address, family: 'ipv6' }).address;
}

/** Returns the first four groups of a canonical address, with `::` expanded. */
function firstGroups(canonical: string): string {
  const [start = [], end = []] = canonical
    .split('::')
    .map((part) => part.split(':').filter(Boolean));
  const zeros: string[] = Array(Math.max(0, 8 - start.length - end.length)).fill('0');
  return [...start, ...zeros, ...end].slice(0, 4).join(':');
}
