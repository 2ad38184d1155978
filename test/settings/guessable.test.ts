// Where a secret that a person made up ends, and a random one begins.
import assert from 'node:assert/strict';
import test from 'node:test';
import { isGuessable } from '../../src/settings/guessable.ts';

const pairs: Record<string, [right: string, guessable: string]> = {
  'eight different characters': [
    'gzkwpxvqzgwkxpqvkzpgvwqxwgkqzpvx',
    'gzkwpxvgzgwkxpgvkzpgvwgxwgkgzpvx',
  ],
  'five different steps from one character to the next': [
    'mpqrsuqrnoqsqtwsvwzvxzxyuxtwxvrpsqmk',
    'mpqrsuqrnoprnpsoqrtprtwxtwsvwzvyuxtw',
  ],
  'no more than three words': [
    'unbelievable transformations paragraphs',
    'purple elephants carrying umbrellas',
  ],
  'words of fewer than 3.3 letters on average': [
    'see the cats run far off one wet day west',
    'seen the cats run far off one wet day west',
  ],
};

for (const [what, [right, guessable]] of Object.entries(pairs)) {
  test(`a secret with ${what} is accepted, and one beyond that can be guessed`, () => {
    assert.equal(isGuessable(right), false);
    assert.equal(isGuessable(guessable), true);
  });
}
