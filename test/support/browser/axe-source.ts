// The source of axe-core, to inject into pages: the minified version, because the browser parses it
// for each page.
import { readFileSync } from 'node:fs';

const minified = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** In ASCII, which the browser receives and parses in half the time. */
export const axeSource = minified.replace(
  /[^\x20-\x7e\n]/g,
  (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
);
