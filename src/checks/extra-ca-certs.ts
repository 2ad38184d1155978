// Checks the file in NODE_EXTRA_CA_CERTS, because Node prints only a warning, if anything, when it
// cannot use the file.
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Config } from '../settings/config.ts';
import type { Finding } from './finding.ts';

type Fault = readonly [what: string, fix: string];

const inUnit = 'in the unit (systemctl edit lanyard@) or in compose.yaml';

export function ownAuthorityFindings({ ownAuthorities }: Config): Finding[] {
  if (!ownAuthorities) return [];
  const { file, isLate } = ownAuthorities;
  const faults = [...(isLate ? [tooLate] : []), ...faultsOfFile(file)];
  return faults.map(([what, fix]) => ({
    level: 'warning',
    about: 'Settings',
    what: `NODE_EXTRA_CA_CERTS: ${what}`,
    why: 'Node does not trust the certificates of your own authority',
    fix,
  }));
}

const tooLate: Fault = [
  'Node does not read it from .env',
  `set it ${inUnit}, and on the command line before node dist/doctor.js`,
];

function faultsOfFile(file: string): Fault[] {
  try {
    return faultsOfText(readFileSync(file, 'utf8'), file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const fix = `correct the path ${inUnit}, and let the user that runs Lanyard read the file`;
    return [[`${file} cannot be read (${code})`, fix]];
  }
}

/** Matches every certificate in a file, including one without an END line. */
const pem = /^-----BEGIN (X509 )?CERTIFICATE-----(?:[^-]|-(?!----BEGIN))*/gm;

function faultsOfText(text: string, file: string): Fault[] {
  const certificates = text.replace(/^\uFEFF/, '').match(pem) ?? [];
  if (certificates.length === 0) {
    const fix =
      'a line must begin with -----BEGIN CERTIFICATE-----. For a DER file: openssl x509 -inform der -in ca.der -out ca.pem';
    return [[`${file} holds no certificate in PEM format`, fix]];
  }
  const broken = certificates.findIndex((certificate) => !isReadable(certificate));
  if (broken === -1) return [];
  const which = `certificate ${broken + 1} of ${certificates.length}`;
  const what = `${which} in ${file} is broken, so Node reads none from there on`;
  return [[what, 'copy the file again from its source']];
}

function isReadable(certificate: string): boolean {
  try {
    return Boolean(new X509Certificate(certificate));
  } catch {
    return false;
  }
}
