// The badge's font, Noto Sans Bold, measured from its published files: what `public/noto-sans-bold.json` holds.
import { readFileSync } from 'node:fs';
import opentype from 'opentype.js';

const files = new URL('./files/', import.meta.resolve('@fontsource/noto-sans/package.json'));
/** What a browser is given: the letters of western Europe. All others it takes from the fonts that it has. */
export const servedFont = new URL('noto-sans-latin-700-normal.woff2', files);
export const fontLicence = new URL('../LICENSE', files);
/** The scripts whose letters are measured one by one (of the second, those of central Europe), and those that the font has besides. */
const measured = ['latin', 'latin-ext', 'cyrillic', 'greek'];
const others = ['cyrillic-ext', 'greek-ext', 'vietnamese'];

/** Answers the measures as they are kept: letters by their advance in thousandths of an em, and ranges of all code points in hex. */
export function measureBadgeFont(): string {
  const advances = new Map<number, number>();
  const covered = new Set<number>();
  for (const subset of [...measured, ...others]) {
    const { buffer } = new Uint8Array(readFileSync(new URL(`noto-sans-${subset}-700-normal.woff`, files)));
    const font = opentype.parse(buffer);
    for (const [key, glyph] of Object.entries<number>(font.tables.cmap?.glyphIndexMap ?? {})) {
      const codePoint = Number(key);
      if (codePoint < 0x20 || glyph === 0) continue;
      covered.add(codePoint);
      const advance = font.glyphs.get(glyph).advanceWidth ?? 0;
      if (measured.includes(subset) && !(subset === 'latin-ext' && codePoint > 0x17f))
        advances.set(codePoint, Math.round((advance * 1000) / font.unitsPerEm));
    }
  }
  const widths: Record<string, string> = {};
  for (const [codePoint, advance] of [...advances].sort(([a], [b]) => a - b)) {
    widths[advance] = (widths[advance] ?? '') + String.fromCodePoint(codePoint);
  }
  return `${JSON.stringify({ widths, covered: rangesOf([...covered].sort((a, b) => a - b)) })}\n`;
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
