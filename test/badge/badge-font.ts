import { readFileSync } from 'node:fs';
import opentype from 'opentype.js';

const files = new URL('./files/', import.meta.resolve('@fontsource/noto-sans/package.json'));
/**
 * The font for browsers contains only western European letters. Browsers draw all other letters in
 * their own fonts.
 */
export const servedFont = new URL('noto-sans-latin-700-normal.woff2', files);
export const fontLicence = new URL('../LICENSE', files);
/**
 * Every letter of these subsets is measured, except that `latin-ext` is measured only up to U+017F.
 */
const measuredSubsets = ['latin', 'latin-ext', 'cyrillic', 'greek'];
/** For these subsets, only the covered code points are recorded. */
const coveredSubsets = ['cyrillic-ext', 'greek-ext', 'vietnamese'];

/**
 * Returns the measurements as JSON: the letters by advance width (in thousandths of an em), and the
 * ranges of covered code points (in hex).
 */
export function measureBadgeFont(): string {
  const advances = new Map<number, number>();
  const covered = new Set<number>();
  for (const subset of [...measuredSubsets, ...coveredSubsets]) {
    for (const { codePoint, advance } of glyphsOf(subset)) {
      covered.add(codePoint);
      if (isMeasured(subset, codePoint)) advances.set(codePoint, advance);
    }
  }
  const widths: Record<string, string> = {};
  for (const [codePoint, advance] of [...advances].sort(([a], [b]) => a - b)) {
    widths[advance] = (widths[advance] ?? '') + String.fromCodePoint(codePoint);
  }
  return `${JSON.stringify({ widths, covered: rangesOf([...covered].sort((a, b) => a - b)) })}\n`;
}

function glyphsOf(subset: string): { codePoint: number; advance: number }[] {
  const file = new URL(`noto-sans-${subset}-700-normal.woff`, files);
  const font = opentype.parse(new Uint8Array(readFileSync(file)).buffer);
  return Object.entries<number>(font.tables.cmap?.glyphIndexMap ?? {})
    .map(([key, glyph]) => ({ codePoint: Number(key), glyph }))
    .filter(({ codePoint, glyph }) => codePoint >= 0x20 && glyph !== 0)
    .map(({ codePoint, glyph }) => {
      const advance = font.glyphs.get(glyph).advanceWidth ?? 0;
      return { codePoint, advance: Math.round((advance * 1000) / font.unitsPerEm) };
    });
}

function isMeasured(subset: string, codePoint: number): boolean {
  if (subset === 'latin-ext' && codePoint > 0x17f) return false;
  return measuredSubsets.includes(subset);
}

function rangesOf(codePoints: readonly number[]): string {
  const ranges: { from: number; to: number }[] = [];
  for (const codePoint of codePoints) {
    const last = ranges.at(-1);
    if (last?.to === codePoint - 1) last.to = codePoint;
    else ranges.push({ from: codePoint, to: codePoint });
  }
  return ranges.map(({ from, to }) => `${from.toString(16)}-${to.toString(16)}`).join(' ');
}
