import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { ConfigError, readConfig } from '../../src/settings/config.ts';
import { goodSettings } from '../support/app/good-settings.ts';
import { temporaryFolder } from '../support/machine/temporary-folder.ts';

const [newest, oldest] = [`${'9f2c'.repeat(7)}1a7e3`, `${'71be'.repeat(7)}5d0c2`] as const;
const keys = [`k2:${'0f'.repeat(31)}1e`, `k1:${'3c'.repeat(31)}9d`] as const;

function problemOf(settings: Record<string, string>): string {
  try {
    readConfig(settings);
    return '';
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    assert.doesNotMatch(error.message, /9f2c|71be/, 'no secret is printed');
    return error.message;
  }
}

function inFile(t: TestContext, name: string, content: string | Buffer): Record<string, string> {
  const path = join(temporaryFolder(t), 'secret');
  writeFileSync(path, content);
  const { [name]: _, ...others } = goodSettings as Record<string, string>;
  return { ...others, [`${name}_FILE`]: path };
}

test('a list of secrets may have blanks and line breaks after its commas', () => {
  for (const separator of [',', ', ', ' , ', ',\n', ',\r\n  ', ',\n\n', ',,'])
    for (const end of ['', ' ', '\n', ',', ',\r\n']) {
      const { sessionSecrets, encryptionKeys } = readConfig({
        ...goodSettings,
        SESSION_SECRETS: newest + separator + oldest + end,
        ENCRYPTION_KEYS: keys.join(separator) + end,
      });
      assert.deepEqual(sessionSecrets, [newest, oldest], JSON.stringify(separator + end));
      assert.deepEqual(
        encryptionKeys.map(({ id }) => id),
        ['k2', 'k1'],
      );
    }
});

test('secrets without commas between them are refused, instead of being read as one', () => {
  for (const separator of ['\n', '\r\n', '\n,', ' ', '\t', ';\n'])
    assert.match(
      problemOf({ ...goodSettings, SESSION_SECRETS: newest + separator + oldest }),
      /^SESSION_SECRETS (has a line end inside|must not have blanks or line ends inside).* by commas$/,
      JSON.stringify(separator),
    );
  assert.match(
    problemOf({ ...goodSettings, OAUTH_CLIENT_SECRET: 'first-line-of-it\nsecond' }),
    /has a line end inside/,
  );
});

for (const name of ['SESSION_SECRETS', 'OAUTH_CLIENT_SECRET'])
  test(`a ${name}_FILE is read as editors and shells write it`, (t) => {
    for (const content of [newest, `${newest}\n`, `\uFEFF${newest}\r\n`, `  ${newest} \n\n`]) {
      const { sessionSecrets, oauth } = readConfig(inFile(t, name, content));
      assert.equal(name === 'SESSION_SECRETS' ? sessionSecrets[0] : oauth.clientSecret, newest);
    }
  });

test('a secret file in another format is refused, and the error names the right format', (t) => {
  const name = 'SESSION_SECRETS';
  for (const [content, problem] of [
    [
      Buffer.from(`\uFEFF${newest}\r\n`, 'utf16le'),
      /not plain text\. Save it as UTF-8 \(PowerShell/,
    ],
    [Buffer.from(newest, 'utf16le'), /not plain text/],
    [Buffer.from(`${newest}\xe9`, 'latin1'), /not plain text/],
    [`${newest}\0${oldest}`, /not plain text/],
    [`${name}=${newest}\n`, /begins with the name of the setting\. It must contain only the value/],
    [`export ${name} = "${newest}"`, /begins with the name of the setting/],
    [`${newest}\n${oldest}\n`, /has a line end inside/],
    ['\n', /cannot be read, or is empty/],
  ] as const)
    assert.match(problemOf(inFile(t, name, content)), problem);
});
