// Pseudo-translations: English with different letters, a third longer, in a left-to-right and a
// right-to-left language.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Lifetime } from '../../support/machine/child-app.ts';
import { temporaryFolder } from '../../support/machine/temporary-folder.ts';

/**
 * These markers enclose every pseudo-translation. Text outside them does not come from a catalogue.
 */
export const [opening, closing] = ['⟦', '⟧'];

const arabicLetters = 'ابتثجحخدذرزسشصضطظعغفقكلمنهوي';

/**
 * Creates a folder of catalogues for `createApp`: English, German, `eo` (left-to-right) and `ar`
 * (right-to-left). The folder is deleted after the test.
 */
export function createPseudoLanguages(t: Lifetime): URL {
  const folder = temporaryFolder(t);
  const read = (language: string): Record<string, string> =>
    JSON.parse(
      readFileSync(new URL(`../../../views/messages/${language}.json`, import.meta.url), 'utf8'),
    );
  const write = (language: string, catalogue: Record<string, string>) =>
    writeFileSync(join(folder, `${language}.json`), JSON.stringify(catalogue));
  const english = read('en');
  const pseudoTranslated = (letterOf: (letter: string) => string) =>
    Object.fromEntries(
      Object.entries(english).map(([key, text]) => [key, changeLetters(text, letterOf)]),
    );
  // macOS leaves such a file in folders. The app must not read it as a catalogue.
  writeFileSync(join(folder, '.DS_Store'), '');
  write('en', english);
  write('de', read('de'));
  const about = { 'language.writtenBy': 'machine', 'language.direction': 'ltr' };
  write('eo', { ...pseudoTranslated((letter) => `${letter}\u0301`), ...about });
  write('ar', { ...pseudoTranslated(arabicLetter), ...about, 'language.direction': 'rtl' });
  return pathToFileURL(`${folder}/`);
}

function changeLetters(text: string, letterOf: (letter: string) => string): string {
  let depth = 0;
  const changed = [...text].map((character) => {
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
    // Text inside one pair of braces is syntax. Inside two pairs, it is the text of one case.
    return depth % 2 === 0 && /[A-Za-z]/.test(character) ? letterOf(character) : character;
  });
  return `${opening}${changed.join('')}${'~'.repeat(Math.ceil(text.length / 3))}${closing}`;
}

function arabicLetter(letter: string): string {
  return arabicLetters[letter.toLowerCase().charCodeAt(0) - 97] ?? letter;
}
