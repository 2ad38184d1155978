import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { openBrowser } from '../support/browser/chromium.ts';
import { scriptFonts } from './script-fonts.ts';
import { measureScripts } from './script-widths.ts';

type Metrics = Record<string, Record<string, unknown>>;
/** Tolerance in hundredths of an em, because browsers round differently. */
const step = { widths: 5, joined: 5, above: 10, below: 10 };

test('the script metrics match the published fonts (if not: npm run badge-font)', async (t) => {
  const { context } = await openBrowser(t);
  const measured: Metrics = JSON.parse(await measureScripts(await context.newPage()));
  const shipped: Metrics = JSON.parse(readFileSync('public/noto-scripts.json', 'utf8'));
  assert.deepEqual(Object.keys(shipped), Object.keys(measured));
  for (const [script, metrics] of Object.entries(measured)) {
    assert.equal(shipped[script]?.linkers, metrics.linkers, script);
    assert.equal(shipped[script]?.isCursive, metrics.isCursive, script);
    for (const [name, most] of Object.entries(step)) {
      const known = byCharacter(shipped[script]?.[name]);
      for (const [one, value] of byCharacter(metrics[name])) {
        const difference = value - (known.get(one) ?? value);
        assert.ok(Math.abs(difference) <= most, `${script} ${name} of ${one}: ${value}`);
      }
    }
  }
  t.diagnostic(`${scriptFonts.length} fonts of scripts measured`);
});

function byCharacter(lists: unknown): Map<string, number> {
  const entries = Object.entries(lists as Record<string, string>);
  return new Map(entries.flatMap(([value, list]) => [...list].map((one) => [one, Number(value)])));
}
