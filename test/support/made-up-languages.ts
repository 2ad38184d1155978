// Two languages that nobody translates: the English words with other letters, a third longer, and the same from right to left.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Lifetime } from './child-app.ts';

/** Around every message, so that words that come from no catalogue are seen. */
export const [opening, closing] = ['⟦', '⟧'];

const arabicLetters = 'ابتثجحخدذرزسشصضطظعغفقكلمنهوي';

/** A folder with the English catalogue, the German one, `eo` (from left to right) and `ar` (from right to left), for `createApp`. */
export function makeLanguages(t: Lifetime): URL {
  const folder = mkdtempSync(join(tmpdir(), 'languages-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const read = (language: string): Record<string, string> =>
    JSON.parse(readFileSync(new URL(`../../views/messages/${language}.json`, import.meta.url), 'utf8'));
  const write = (language: string, catalogue: Record<string, string>) =>
    writeFileSync(join(folder, `${language}.json`), JSON.stringify(catalogue));
  const english = read('en');
  const madeUp = (letterOf: (letter: string) => string) =>
    Object.fromEntries(Object.entries(english).map(([key, text]) => [key, change(text, letterOf)]));
  // What a computer leaves in folders is no language.
  writeFileSync(join(folder, '.DS_Store'), '');
  write('en', english);
  write('de', read('de'));
  write('eo', { ...madeUp((letter) => `${letter}\u0301`), 'language.direction': 'ltr' });
  write('ar', { ...madeUp(arabicLetter), 'language.direction': 'rtl' });
  return pathToFileURL(`${folder}/`);
}

/** Changes the letters of an ICU message, and leaves its variables and its syntax alone. */
function change(text: string, letterOf: (letter: string) => string): string {
  let depth = 0;
  const changed = [...text].map((character) => {
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
    // Inside one pair of braces is syntax, inside two the words of one case.
    return depth % 2 === 0 && /[A-Za-z]/.test(character) ? letterOf(character) : character;
  });
  return `${opening}${changed.join('')}${'~'.repeat(Math.ceil(text.length / 3))}${closing}`;
}

function arabicLetter(letter: string): string {
  return arabicLetters[letter.toLowerCase().charCodeAt(0) - 97] ?? letter;
}
