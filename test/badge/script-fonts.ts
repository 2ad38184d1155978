import { existsSync, readFileSync } from 'node:fs';
import opentype from 'opentype.js';

export interface ScriptFont {
  readonly script: string;
  /** The bold font, or the regular one if there is no bold font. */
  readonly file: URL;
  readonly characters: readonly string[];
}

const { devDependencies } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);

export const scriptFonts: readonly ScriptFont[] = Object.keys(devDependencies).flatMap((name) => {
  const [, family, script] = /^@fontsource\/(noto-(?:sans|serif)-(.+))$/.exec(name) ?? [];
  return family && script ? fontOf(family, script) : [];
});

function fontOf(family: string, script: string): ScriptFont {
  const files = new URL('./files/', import.meta.resolve(`@fontsource/${family}/package.json`));
  const [bold, regular] = [700, 400].map(
    (weight) => new URL(`${family}-${script}-${weight}-normal.woff2`, files),
  );
  if (!bold || !regular) throw new Error(`no font file of ${family}`);
  const file = existsSync(bold) ? bold : regular;
  const property = script.replace(/(?:^|-)./g, (start) => start.toUpperCase()).replace('-', '_');
  return { script: property, file, characters: charactersOf(file, property) };
}

function charactersOf(file: URL, script: string): string[] {
  // Combining marks that many scripts share do not count as part of a script.
  const isOfScript = new RegExp(`(?![\\u0300-\\u036F])\\p{Script_Extensions=${script}}`, 'u');
  const woff = readFileSync(new URL(file.href.replace(/2$/, '')));
  const font = opentype.parse(new Uint8Array(woff).buffer, { lowMemory: true });
  return Object.entries<number>(font.tables.cmap?.glyphIndexMap ?? {})
    .filter(([, glyph]) => glyph !== 0)
    .map(([codePoint]) => String.fromCodePoint(Number(codePoint)))
    .filter((one) => isOfScript.test(one));
}

export function styleOfFonts(): string {
  return scriptFonts
    .map(({ script, file }) => {
      const font = readFileSync(file).toString('base64');
      return `@font-face{font-family:"${script}";font-weight:700;src:url(data:font/woff2;base64,${font})}`;
    })
    .join('');
}
