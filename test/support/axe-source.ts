// The source of axe-core, to inject into pages. Minified, because the browser parses it per page.
import { readFileSync } from 'node:fs';

export const axeSource = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
