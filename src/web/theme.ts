// Computes the colours that depend on the convention's accent colour.
import { channelsOf, contrast, textOn } from '../contrast.ts';

/** The accent colour in the source of style.css and icon.svg. */
export const defaultAccent = '#5527b8';

/**
 * Appends this accent's colour tokens to the style sheet. If the accent contrasts too little with
 * the sheet's backgrounds, links and lines get a darker or lighter shade.
 */
export function withAccentTokens(accent: string, css: string): string {
  const [light = '', dark = ''] = css.split('(prefers-color-scheme: dark)');
  const lightTokens = readableTokens(light, {
    shades: shadesOf(accent, 0),
    share: 0.1,
    ratio: 4.5,
  });
  const darkTokens = readableTokens(dark, { shades: shadesOf(accent, 255), share: 0.14, ratio: 7 });
  return `${css}
@layer tokens {
  :root { --accent: ${accent}; --on-accent: ${textOn(accent)}; ${lightTokens} }
  @media screen and (prefers-color-scheme: dark) { :root { ${darkTokens} } }
}
`;
}

/**
 * Returns the tokens for one colour scheme. `share` (0 to 1): the weight of the accent in the tint.
 * Links use the accent if its contrast is at least 4.5, else the first shade with a contrast of at
 * least `ratio`.
 */
function readableTokens(
  scheme: string,
  { shades, share, ratio }: { shades: readonly string[]; share: number; ratio: number },
): string {
  const colorOf = (token: string) => new RegExp(`--${token}: (#\\w+)`).exec(scheme)?.[1] ?? '';
  const surface = colorOf('surface');
  const tint = mixed(surface, { with: shades[0] ?? '', share });
  const backgrounds = [colorOf('page'), surface, tint];
  const first = (ratio: number) =>
    shades.find((shade) => backgrounds.every((one) => contrast(shade, one) >= ratio));
  const link = first(4.5) === shades[0] ? shades[0] : first(ratio);
  return `--accent-line: ${first(3)}; --link: ${link}; --tint: ${tint};`;
}

/** `share` (0 to 1): the weight of the second colour. */
function mixed(color: string, { with: other, share }: { with: string; share: number }): string {
  const [from, to] = [channelsOf(color), channelsOf(other)];
  const bytes = from.map((level, at) => Math.round(level + ((to[at] ?? 0) - level) * share));
  return `#${Buffer.from(bytes).toString('hex')}`;
}

/** Returns the accent and its shades down to black (0) or up to white (255), by HSL lightness. */
function shadesOf(accent: string, end: 0 | 255): string[] {
  const channels = channelsOf(accent);
  const lightness = (Math.max(...channels) + Math.min(...channels)) / 2;
  const roomAt = (level: number) => 255 - Math.abs(2 * level - 255);
  return Array.from({ length: 256 }, (_, step) => {
    const level = lightness + ((end - lightness) * step) / 255;
    // Shades are as saturated as the accent, except near black and white, where less saturation is
    // possible.
    const scale = Math.min(1, roomAt(level) / roomAt(lightness)) || 0;
    const bytes = channels.map((channel) => Math.round(level + (channel - lightness) * scale));
    return `#${Buffer.from(bytes).toString('hex')}`;
  });
}
