// The metrics of other scripts, measured anew from their fonts in Chromium: half a minute.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { openBrowser } from '../../support/chromium.ts';
import { scriptFonts } from '../../support/script-fonts.ts';
import { measureScripts } from '../../support/script-widths.ts';

test('the metrics of scripts are those of the published fonts (if not: npm run badge-font)', async (t) => {
  const { context } = await openBrowser(t);
  const measured = await measureScripts(await context.newPage());
  assert.equal(readFileSync('public/noto-scripts.json', 'utf8'), measured);
  t.diagnostic(`${scriptFonts.length} fonts of scripts measured`);
});
