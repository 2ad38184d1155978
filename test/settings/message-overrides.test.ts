import assert from 'node:assert/strict';
import test from 'node:test';
import { readMessageOverrides } from '../../src/settings/message-overrides.ts';
import { temporaryFolder } from '../support/machine/temporary-folder.ts';

test('messages are read by language and key, and other files in the folder are ignored', (t) => {
  const folder = temporaryFolder(t, {
    'en.json': '{ "help": "Ask {convention}" }',
    'de.json': '{ "expired.text": "{minutes, plural, one {Eine} other {#}}" }',
    'notes.txt': 'not read',
  });
  assert.deepEqual([...readMessageOverrides(folder)].sort(), [
    ['de', { 'expired.text': '{minutes, plural, one {Eine} other {#}}' }],
    ['en', { help: 'Ask {convention}' }],
  ]);
});

test('the surrounding lines in the example in deploy/ are right', () => {
  assert.deepEqual([...readMessageOverrides('deploy/messages').keys()], ['en']);
});

test('each mistake is one line with the file, the key and the fault', (t) => {
  const inEnglish = (text: string) => ({ 'en.json': text });
  for (const [files, problem] of [
    [{}, 'must name a folder with a file such as en.json'],
    [{ 'xx.json': '{}' }, /^has an invalid xx\.json: the only languages are .*\ben\b/],
    [inEnglish(''), 'has an invalid en.json: it is not JSON'],
    [
      inEnglish('{\n"help": "a"\n"imprint": "b"\n}'),
      'has an invalid en.json: it is not JSON, in line 3',
    ],
    [inEnglish('["help"]'), 'has an invalid en.json: it must be an object: { "key": "text" }'],
    [
      inEnglish('{ "help": "a", "helf": "b" }'),
      'has an invalid en.json: "helf" is not a message: see views/messages/en.json',
    ],
    [inEnglish('{ "__proto__": "a" }'), /"__proto__" is not a message/],
    [inEnglish('{ "help": 1 }'), 'has an invalid en.json: "help" must be a non-empty text'],
    [inEnglish('{ "help": " " }'), 'has an invalid en.json: "help" must be a non-empty text'],
    [
      inEnglish('{ "help": "a {convention" }'),
      'has an invalid en.json: "help" has an unbalanced { or }',
    ],
    [
      inEnglish('{ "help": "Ask {name}" }'),
      'has an invalid en.json: "help" has a wrong {name}: it may contain {convention}',
    ],
    [
      inEnglish('{ "expired.text": "{minutes, plural, other {{days}}}" }'),
      'has an invalid en.json: "expired.text" has a wrong {days}: it may contain {minutes}, {hours}, {convention}',
    ],
    [
      inEnglish('{ "help": "{convention, number}" }'),
      'has an invalid en.json: "help" has a wrong {convention}: it may contain {convention}',
    ],
  ] as [Record<string, string>, string | RegExp][]) {
    const read = () => readMessageOverrides(temporaryFolder(t, files));
    assert.throws(read, { message: problem }, JSON.stringify(files));
  }
  const problem = 'must name a folder that can be read';
  for (const folder of ['nowhere', 'package.json'])
    assert.throws(() => readMessageOverrides(folder), { message: problem });
});
