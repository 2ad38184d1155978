// The convention's accent colour, from which every other colour that depends on it is computed.
import { channelsOf, contrast, textOn } from '../contrast.ts';

/** The accent colour that style.css and icon.svg are written with. */
export const defaultAccent = '#5527b8';

/**
 * Returns the style sheet with the tokens of this accent at its end. If links and lines would not
 * stand out from the sheet's own backgrounds, they are darker or lighter than the accent, in the
 * same hue.
 */
export function withAccentTokens(accent: string, css: string): string {
  const [light = '', dark = ''] = css.split('(prefers-color-scheme: dark)');
  const lightTokens = readableTokens(light, shadesOf(accent, 0), 4.5);
  const darkTokens = readableTokens(dark, shadesOf(accent, 255), 7);
  return `${css}
@layer tokens {
  :root { --accent: ${accent}; --on-accent: ${textOn(accent)}; ${lightTokens} }
  @media screen and (prefers-color-scheme: dark) { :root { ${darkTokens} } }
}
`;
}

/** Links have the contrast of text, or `linkRatio` if that takes another shade than the accent. */
function readableTokens(scheme: string, shades: readonly string[], linkRatio: number): string {
  const backgrounds = [...scheme.matchAll(/--(?:page|panel): (#\w+)/g)].map(
    ([, color = '']) => color,
  );
  const first = (ratio: number) =>
    shades.find((shade) => backgrounds.every((one) => contrast(shade, one) >= ratio));
  const link = first(4.5) === shades[0] ? shades[0] : first(linkRatio);
  return `--accent-line: ${first(3)}; --link: ${link};`;
}

/** Returns the accent and shades of it down to black (0) or up to white (255), by HSL lightness. */
function shadesOf(accent: string, end: 0 | 255): string[] {
  const channels = channelsOf(accent);
  const lightness = (Math.max(...channels) + Math.min(...channels)) / 2;
  const roomAt = (level: number) => 255 - Math.abs(2 * level - 255);
  return Array.from({ length: 256 }, (_, step) => {
    const level = lightness + ((end - lightness) * step) / 255;
    // As colourful as the accent, except near black and white, where less colour is possible.
    const scale = Math.min(1, roomAt(level) / roomAt(lightness)) || 0;
    const bytes = channels.map((channel) => Math.round(level + (channel - lightness) * scale));
    return `#${Buffer.from(bytes).toString('hex')}`;
  });
}
