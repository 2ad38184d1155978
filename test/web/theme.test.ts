import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { channelsOf, contrast } from '../../src/contrast.ts';
import { accentColor } from '../../src/settings/values.ts';
import { withAccentTokens } from '../../src/web/theme.ts';

type Tokens = Readonly<Record<string, string>>;

const css = readFileSync(new URL('../../public/style.css', import.meta.url), 'utf8');

const texts = [
  ...['text', 'muted', 'link'].flatMap(onBackgrounds),
  'danger/page',
  'danger/surface',
  'on-danger/danger-fill',
  'on-accent/accent',
  'on-good/good',
  'on-good/page',
  'on-good/surface',
  'on-warning/warning',
];
const lines = [...['control', 'accent-line', 'focus'].flatMap(onBackgrounds), 'focus/focus-glow'];
const pairs = [
  ...texts.map((pair) => ({ pair, least: 4.5 })),
  ...lines.map((pair) => ({ pair, least: 3 })),
];

function onBackgrounds(token: string): string[] {
  return ['page', 'surface', 'tint'].map((background) => `${token}/${background}`);
}

test('the style sheet has no colour that is not tested here, except for hairlines, which carry no meaning', () => {
  for (const tokens of Object.values(schemesOf(css))) {
    const proven = new Set(pairs.flatMap(({ pair }) => pair.split('/')));
    assert.deepEqual(
      Object.keys(tokens).filter((name) => !proven.has(name)),
      ['line'],
    );
  }
});

test('in the original style sheet, text has a contrast of 4.5 and a line of 3, light and dark', () => {
  assert.deepEqual(weakPairs(css), []);
});

const hues = Array.from({ length: 24 }, (_, index) => index * 15);
const colors = hues.flatMap((hue) =>
  [1, 0.4].flatMap((saturation) =>
    [0.06, 0.35, 0.65, 0.94].map((lightness) => fromHsl(hue, saturation, lightness)),
  ),
);
const greys = Array.from({ length: 18 }, (_, index) => fromHsl(0, 0, index / 17));
const accents = [...colors, ...greys, '#fd0', '#0AF', '#000010', '#fffffe', '#767676', '#808080'];

test('for any accent, text has a contrast of 4.5 and a line of 3, light and dark', () => {
  const accepted = accents.filter((accent) => accentColor.safeParse(accent).success);
  assert.ok(accepted.length > 180, String(accepted.length));
  for (const accent of accepted)
    assert.deepEqual(weakPairs(withAccentTokens(accent, css)), [], accent);
});

test('the accent itself is used unchanged, and so are links and lines if they are visible enough', () => {
  for (const accent of accents) {
    const { light, dark } = schemesOf(withAccentTokens(accent, css));
    for (const tokens of [light, dark]) {
      assert.equal(tokens.accent, accent);
      for (const [name, least] of [
        ['link', 4.5],
        ['accent-line', 3],
      ] as const) {
        const backgrounds = [tokens.page, tokens.surface, tokens.tint].map(String);
        if (!backgrounds.every((one) => contrast(accent, one) >= least)) continue;
        assert.deepEqual(
          channelsOf(tokens[name] ?? ''),
          channelsOf(accent),
          `${name} in ${accent}`,
        );
      }
    }
  }
});

function schemesOf(sheet: string): { light: Tokens; dark: Tokens } {
  const [light, dark]: Record<string, string>[] = [{}, {}];
  assert.ok(light && dark);
  for (const [, darkOnly, declarations = ''] of sheet.matchAll(
    /(@media screen and \(prefers-color-scheme: dark\) \{\s*)?:root \{([^}]*)\}/g,
  )) {
    for (const [, name = '', color = ''] of declarations.matchAll(/--([\w-]+): (#\w+);/g)) {
      dark[name] = color;
      if (!darkOnly) light[name] = color;
    }
  }
  return { light, dark };
}

function weakPairs(sheet: string): string[] {
  return Object.entries(schemesOf(sheet)).flatMap(([scheme, tokens]) =>
    pairs.flatMap(({ pair, least }) => {
      const [upper = '', lower = ''] = pair.split('/').map((name) => tokens[name]);
      const ratio = contrast(upper, lower);
      return ratio >= least ? [] : [`${pair} ${scheme}: ${ratio}`];
    }),
  );
}

function fromHsl(hue: number, saturation: number, lightness: number): string {
  const channels = [0, 8, 4].map((offset) => {
    const place = (offset + hue / 30) % 12;
    const part = Math.max(-1, Math.min(place - 3, 9 - place, 1));
    return Math.round(255 * (lightness - saturation * Math.min(lightness, 1 - lightness) * part));
  });
  return `#${Buffer.from(channels).toString('hex')}`;
}
