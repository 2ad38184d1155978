// `/.well-known/security.txt` (RFC 9116): tells researchers whom to contact. Exists only with
// SECURITY_CONTACT.
import type { Router } from 'express';
import { getOnly } from './methods.ts';

/** How long readers may trust the file, in milliseconds: at most a year (RFC 9116 2.5.5). */
const lifeMs = 90 * 24 * 3600 * 1000;
const path = '/.well-known/security.txt';

export interface SecurityTxtOptions {
  /** A mailto: or https: address. */
  readonly contact: string;
  readonly publicUrl: URL;
  /** The languages (ISO 639) that reports may use. */
  readonly languages: readonly string[];
  /** The clock, in milliseconds since 1970. */
  readonly now: () => number;
}

export function securityTxt({ contact, publicUrl, languages, now }: SecurityTxtOptions): Router {
  return getOnly(path, (_req, res) => {
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${new Date(now() + lifeMs).toISOString()}`,
      `Preferred-Languages: ${languages.join(', ')}`,
      `Canonical: ${new URL(path, publicUrl)}`,
    ];
    res.type('text/plain').send(`${lines.join('\n')}\n`);
  });
}
