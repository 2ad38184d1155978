// The button for the convention's own website: its colours, its HTML and CSS to copy, and the same
// as a picture. Pure.
import { contrast, textOn } from '../../contrast.ts';

export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** In CSS pixels: the size of a target that is easy to hit (WCAG 2.2, 2.5.5). */
const buttonHeight = 44;
/** The pages that the button is meant for. It stands out from darker and lighter ones too. */
const pageColors = { light: '#ffffff', dark: '#111116' } as const;
/** The focus ring has two colours, so that one of them is visible on every page. */
const focusColors = { line: '#16161a', glow: '#ffdd00' } as const;

/** The edge is the accent where that stands out from the page, else the colour of the text. */
export function buttonColors(accent: string, theme: Theme) {
  const ink = textOn(accent);
  return {
    fill: accent,
    ink,
    edge: contrast(accent, pageColors[theme]) >= 3 ? accent : ink,
  };
}

/** Returns the styles to copy, for all buttons of a page. */
export function buttonCss(accent: string): string {
  const { fill, ink, edge } = buttonColors(accent, 'light');
  const { line, glow } = focusColors;
  return `.lanyard-button {
  display: inline-flex;
  align-items: center;
  box-sizing: border-box;
  min-height: ${buttonHeight}px;
  padding: 8px 20px;
  border: 2px solid ${edge};
  border-radius: 10px;
  background: ${fill};
  color: ${ink};
  font: 600 16px/1.4 system-ui, sans-serif;
  text-decoration: none;
}
.lanyard-button:hover {
  text-decoration: underline;
}
.lanyard-button:focus-visible {
  outline: 3px solid ${line};
  box-shadow: 0 0 0 6px ${glow};
}
@media (prefers-color-scheme: dark) {
  .lanyard-button {
    border-color: ${buttonColors(accent, 'dark').edge};
  }
}`;
}

/** Returns the link to copy. */
export function buttonHtml(button: { text: string; language: string; address: string }): string {
  const { text, language, address } = button;
  return `<a class="lanyard-button" href="${escaped(address)}" lang="${language}">${escaped(text)}</a>`;
}

function escaped(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
  };
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? '');
}

export interface ButtonPicture {
  readonly width: number;
  readonly height: number;
  readonly text: string;
  readonly textWidth: number;
  readonly colors: ReturnType<typeof buttonColors>;
}

/** In pixels: wide enough for the letters of every system font. */
const widthOf = { latin: 9, other: 16 } as const;
const padding = 20;

/** Returns the layout of the button as a picture. */
export function buttonPicture(text: string, accent: string, theme: Theme): ButtonPicture {
  const letters = [...text].map((letter) => (letter < '\u0500' ? 'latin' : 'other'));
  const textWidth = letters.reduce((sum, kind) => sum + widthOf[kind], 0);
  const width = textWidth + 2 * padding;
  return { width, height: buttonHeight, text, textWidth, colors: buttonColors(accent, theme) };
}
