import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { addEnvFile, ConfigError } from '../../src/settings/config.ts';
import { goodSettings } from '../support/app/good-settings.ts';
import { resultOf, runProgram } from '../support/machine/program.ts';
import { temporaryFolder } from '../support/machine/temporary-folder.ts';

const programs = { server: [], doctor: [], people: ['list', '1'] } as const;

async function run(t: TestContext, program: keyof typeof programs) {
  const cwd = dirname(envFile(t, mkdirSync));
  const env = { PATH: process.env.PATH, ...goodSettings };
  const child = runProgram(`src/${program}.ts`, programs[program], { cwd, env });
  const { stdout, stderr, exitCode } = await resultOf(child);
  return { printed: stdout + stderr, exitCode };
}

const asWindowsWrites = (path: string) => writeFileSync(path, '\uFEFFPORT=3000\r\n', 'utf16le');
const broken: [what: string, makeFile: (path: string) => void, line: string][] = [
  ['a folder', mkdirSync, 'it is a folder'],
  [
    'a link to nowhere',
    (path) => symlinkSync('/etc/no-such-settings', path),
    'it links to a missing file',
  ],
  ['UTF-16', asWindowsWrites, 'it is not plain text. Save it as UTF-8'],
];
// Root can read every file, so this case would not fail.
if (process.getuid?.() !== 0)
  broken.push([
    'a file of somebody else',
    (path) => {
      writeFileSync(path, 'PORT=3000\n');
      chmodSync(path, 0);
    },
    'the user that runs Lanyard may not read it',
  ]);

function envFile(t: TestContext, makeFile: (path: string) => void): string {
  const path = join(temporaryFolder(t), '.env');
  makeFile(path);
  return path;
}

for (const [what, makeFile, line] of broken) {
  test(`a .env that is ${what} is reported in one line`, (t) => {
    const file = envFile(t, makeFile);
    assert.throws(() => addEnvFile({}, file), new ConfigError(`${file} cannot be read: ${line}`));
  });
}

test('with an unreadable .env nothing starts, and no setting is reported missing', async (t) => {
  const { printed, exitCode } = await run(t, 'server');
  assert.equal(exitCode, 1);
  const [introduction, ...lines] = printed.trimEnd().split('\n');
  assert.match(introduction ?? '', /^Lanyard cannot start\./);
  assert.deepEqual(lines, ['.env cannot be read: it is a folder']);
});

test('the doctor and the people command say so too', async (t) => {
  const doctor = await run(t, 'doctor');
  assert.match(doctor.printed, /^ERROR {4}Settings: \.env cannot be read: it is a folder\n/);
  assert.match(doctor.printed, /^Errors: 1\. Warnings: 0\.$/m);
  assert.equal(doctor.exitCode, 1);
  const people = await run(t, 'people');
  assert.match(people.printed, /\n\.env cannot be read: it is a folder\n$/);
  assert.equal(people.exitCode, 1);
});

test('a setting in the environment overrides .env, and a byte order mark is not a part of a name', (t) => {
  const file = envFile(t, (path) => writeFileSync(path, '\uFEFFPUBLIC_URL=wrong\nPORT=3000\n'));
  const env = { PORT: '3001' };
  addEnvFile(env, file);
  assert.deepEqual(env, { PUBLIC_URL: 'wrong', PORT: '3001' });
});

const asEditorsLeaveIt: Record<string, readonly string[]> = {
  'PORT=3000\nPUBLIC_URL=x\nPORT=3001': ['PORT is in lines 1 and 3: keep one of them'],
  'A=1\r\n\r\nA=1\r\n': ['A is in lines 1 and 3: keep one of them'],
  'SECRET=abc#def': ['SECRET is cut off at its #: put the value in quotes'],
  'MAP=https://map.example/#15/53.5': ['MAP is cut off at its #: put the value in quotes'],
  'SECRET=#abc': ['SECRET is cut off at its #: put the value in quotes'],
  'SECRET="abc': ['SECRET has a quote that is not closed'],
  "SECRET='abc\nPORT=3000\nNAME='x'": ['SECRET has a quote that is not closed'],
  'NAME="Foo" Con': ['NAME has text after its closing quote'],
  'NOTICE="He said "hi""': ['NOTICE has text after its closing quote'],
  'PORT: 3000': ['line 1 is not of the form NAME=value'],
  'PORT=3000\nhttps://foxcon.example': ['line 2 is not of the form NAME=value'],
  'PORT 3000\nSECRET=a#b': [
    'line 1 is not of the form NAME=value',
    'SECRET is cut off at its #: put the value in quotes',
  ],
};

test('a line that would be misread is reported, without its value', (t) => {
  for (const [text, problems] of Object.entries(asEditorsLeaveIt)) {
    const file = envFile(t, (path) => writeFileSync(path, text));
    const expected = problems.map((problem) => `${file}: ${problem}`).join('\n');
    assert.throws(() => addEnvFile({}, file), new ConfigError(expected), text);
  }
});

test('blanks, comments, quotes, multi-line texts and old line ends are read as intended', (t) => {
  for (const [text, expected] of [
    ['  \nPORT=3000\n \t \nHOST=x\n', { PORT: '3000', HOST: 'x' }],
    ['PORT=3000 # as everywhere\n# PORT=1\nHOST= # none', { PORT: '3000', HOST: '' }],
    ['SECRET="a#b"\nOTHER=\'c#d\'', { SECRET: 'a#b', OTHER: 'c#d' }],
    ['NOTICE="one\ntwo"\nPORT=3000', { NOTICE: 'one\ntwo', PORT: '3000' }],
    ['export PORT=3000\r\nHOST = x', { PORT: '3000', HOST: 'x' }],
    ['PORT=3000\rHOST=x\r', { PORT: '3000', HOST: 'x' }],
    ['SECRET="x" # mine', { SECRET: 'x' }],
  ] as const) {
    const env = {};
    addEnvFile(
      env,
      envFile(t, (path) => writeFileSync(path, text)),
    );
    assert.deepEqual(env, expected, text);
  }
});

test('without a .env no setting is added', (t) => {
  const env = {};
  addEnvFile(
    env,
    envFile(t, () => {}),
  );
  assert.deepEqual(env, {});
});
