import assert from 'node:assert/strict';
import { join } from 'node:path';
import test from 'node:test';
import { settingFindings } from '../../src/checks/settings.ts';
import { addEnvFile, readConfig } from '../../src/settings/config.ts';
import { wallClock } from '../support/app/clocks.ts';
import { goodSettings } from '../support/app/good-settings.ts';
import { certificateFromAuthority } from '../support/machine/certificate.ts';
import { temporaryFolder } from '../support/machine/temporary-folder.ts';

const { root, leaf } = certificateFromAuthority('127.0.0.1');
const der = Buffer.from(root.replace(/-----.*-----/g, ''), 'base64');
const broken = root.replace('\nM', '\n!');
const notDer = '-----BEGIN CERTIFICATE-----\nSGVsbG8=\n-----END CERTIFICATE-----\n';

/**
 * From these files, Node 20.19 and 24 read no certificate, or none after a broken one, usually
 * without reporting an error.
 */
const useless: Readonly<Record<string, readonly [content: string | Buffer, what: RegExp]>> = {
  empty: ['', /holds no certificate in PEM format$/],
  der: [der, /holds no certificate in PEM format$/],
  key: [leaf.key, /holds no certificate in PEM format$/],
  'utf-16': [Buffer.from(`\uFEFF${root}`, 'utf16le'), /holds no certificate in PEM format$/],
  indented: [root.replace(/^/gm, '  '), /holds no certificate in PEM format$/],
  trusted: [root.replace(/CERT/g, 'TRUSTED CERT'), /holds no certificate in PEM format$/],
  'broken-base64': [broken, /: certificate 1 of 1 in \S+ is broken/],
  'nothing-inside': [notDer, /: certificate 1 of 1 in \S+ is broken/],
  'cut-off': [root.slice(0, 300), /: certificate 1 of 1 in \S+ is broken/],
  'first-is-broken': [notDer + root, /: certificate 1 of 2 in \S+ is broken, so Node reads none/],
  'second-is-broken': [root + broken + root, /: certificate 2 of 3 in \S+ is broken/],
};

/** With these files, Node 20.19 and 24 trust the authority. */
const useful = {
  one: root,
  two: root + root,
  'old line ends': root.replaceAll('\n', '\r\n'),
  'byte order mark': `\uFEFF${root}`,
  comments: `# Our own authority\nsubject=CN - Own\n\n${root}\n# end -----\n`,
  'with a key': leaf.key + root,
  'old name': root.replaceAll('CERTIFICATE', 'X509 CERTIFICATE'),
};

const findingsOf = (settings: NodeJS.ProcessEnv) =>
  settingFindings(readConfig(settings), '24.1.0', wallClock('createCertificate'));

test('a file in NODE_EXTRA_CA_CERTS from which Node reads no certificate is named, with the fix', (t) => {
  const contents = Object.entries(useless).map(([name, [content]]) => [name, content]);
  const folder = temporaryFolder(t, Object.fromEntries(contents));
  for (const [name, [, expected]] of [
    ...Object.entries(useless),
    ['missing', ['', /missing cannot be read \(ENOENT\)$/]] as const,
    ['', ['', /cannot be read \(EISDIR\)$/]] as const,
  ]) {
    const findings = findingsOf({ ...goodSettings, NODE_EXTRA_CA_CERTS: join(folder, name) });
    assert.equal(findings.length, 1, name);
    const [{ level, what, why, fix } = assert.fail()] = findings;
    assert.equal(level, 'warning', 'the site may work without it');
    assert.match(what, expected, name);
    assert.match(what, /^NODE_EXTRA_CA_CERTS: /);
    assert.ok(why && fix, name);
    assert.ok(!what.includes(leaf.key.slice(40, 60)), 'no key is shown');
  }
});

test('a file in NODE_EXTRA_CA_CERTS with certificates that Node reads is not mentioned', (t) => {
  const folder = temporaryFolder(t, useful);
  for (const name of Object.keys(useful)) {
    const settings = { ...goodSettings, NODE_EXTRA_CA_CERTS: join(folder, name) };
    assert.deepEqual(findingsOf(settings), [], name);
  }
});

test('NODE_EXTRA_CA_CERTS in .env comes too late for Node, unless the environment has it too', (t) => {
  const file = join(temporaryFolder(t, { 'ca.pem': root }), 'ca.pem');
  const findingsWith = (own: NodeJS.ProcessEnv, text: string) => {
    const env = { ...goodSettings, ...own };
    addEnvFile(env, join(temporaryFolder(t, { '.env': text }), '.env'));
    return findingsOf(env);
  };
  const line = `NODE_EXTRA_CA_CERTS=${file}`;
  const [late, ...others] = findingsWith({}, line);
  assert.deepEqual(others, []);
  assert.equal(late?.what, 'NODE_EXTRA_CA_CERTS: Node does not read it from .env');
  assert.match(
    late?.fix ?? '',
    /^set it in the unit .* compose\.yaml, .* before node dist\/doctor/,
  );
  assert.deepEqual(findingsWith({ NODE_EXTRA_CA_CERTS: file }, line), []);
  assert.deepEqual(findingsWith({}, 'NODE_EXTRA_CA_CERTS='), []);
});
