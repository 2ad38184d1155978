// Colour contrast (WCAG 2.2). Colours are #rrggbb or #rgb.

/** Returns red, green and blue, from 0 to 255. */
export function channelsOf(color: string): number[] {
  return [...Buffer.from(color.slice(1).replace(/^(.)(.)(.)$/, '$1$1$2$2$3$3'), 'hex')];
}

/** Returns the contrast ratio, from 1 to 21. Text needs 4.5, lines and shapes need 3. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [one, other].map(luminance).sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Returns white or near-black, whichever is more readable on this colour. */
export function textOn(color: string): string {
  return contrast('#fff', color) >= contrast('#16161a', color) ? '#fff' : '#16161a';
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((channel) =>
    channel <= 10 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
