// The convention's accent: whatever else the style sheet needs is computed from this one colour.
import { channelsOf, contrast, textOn } from '../contrast.ts';

/**
 * Answers the style sheet with the tokens of this accent at its end. Where links and lines would not be seen well enough on
 * the sheet's own backgrounds, they are darker or lighter than the accent, in the same hue.
 */
export function styleIn(accent: string, css: string): string {
  const [light = '', dark = ''] = css.split('(prefers-color-scheme: dark)');
  return `${css}
@layer tokens {
  :root { --accent: ${accent}; --on-accent: ${textOn(accent)}; ${seenOn(light, shadesOf(accent, 0), 4.5)} }
  @media screen and (prefers-color-scheme: dark) { :root { ${seenOn(dark, shadesOf(accent, 255), 7)} } }
}
`;
}

/** Links have the contrast of text; where it takes another shade than the accent, that of `linkRatio`. */
function seenOn(scheme: string, shades: readonly string[], linkRatio: number): string {
  const backgrounds = [...scheme.matchAll(/--(?:page|panel): (#\w+)/g)].map(([, color = '']) => color);
  const first = (ratio: number) => shades.find((shade) => backgrounds.every((one) => contrast(shade, one) >= ratio));
  const link = first(4.5) === shades[0] ? shades[0] : first(linkRatio);
  return `--accent-line: ${first(3)}; --link: ${link};`;
}

/** Answers the accent and shades of it on the way to black (0) or white (255), by HSL lightness. */
function shadesOf(accent: string, end: 0 | 255): string[] {
  const channels = channelsOf(accent);
  const lightness = (Math.max(...channels) + Math.min(...channels)) / 2;
  const roomAt = (level: number) => 255 - Math.abs(2 * level - 255);
  return Array.from({ length: 256 }, (_, step) => {
    const level = lightness + ((end - lightness) * step) / 255;
    // As colourful as the accent, but near black and near white, where there is no room for it.
    const scale = Math.min(1, roomAt(level) / roomAt(lightness)) || 0;
    const bytes = channels.map((channel) => Math.round(level + (channel - lightness) * scale));
    return `#${Buffer.from(bytes).toString('hex')}`;
  });
}
