// axe-core as a script for a page, in its small form: a browser reads it anew on each page.
import { readFileSync } from 'node:fs';

export const axeSource = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
