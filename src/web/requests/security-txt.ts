// `/.well-known/security.txt` (RFC 9116) tells researchers whom to contact. It exists only if
// SECURITY_CONTACT is set.
import type { Router } from 'express';
import { getOnly } from './methods.ts';

/**
 * How long the file is valid, in milliseconds. RFC 9116 section 2.5.5 recommends less than a year.
 */
const lifeMs = 90 * 24 * 3600 * 1000;
export const securityTxtPath = '/.well-known/security.txt';

export interface SecurityTxtOptions {
  /** A mailto: or https: URL. */
  readonly contact: string;
  readonly publicUrl: URL;
  /** The languages (ISO 639) in which reports are welcome. */
  readonly languages: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export function securityTxt({ contact, publicUrl, languages, now }: SecurityTxtOptions): Router {
  return getOnly(securityTxtPath, (_req, res) => {
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${new Date(now() + lifeMs).toISOString()}`,
      `Preferred-Languages: ${languages.join(', ')}`,
      `Canonical: ${new URL(securityTxtPath, publicUrl)}`,
    ];
    res.type('text/plain').send(`${lines.join('\n')}\n`);
  });
}
