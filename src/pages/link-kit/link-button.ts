// The login button for the convention's own website: its colours, HTML and CSS to copy, and a
// picture. Pure.
import { contrast, textOn } from '../../contrast.ts';

export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** In CSS pixels. WCAG 2.2 (2.5.5) requires 44 for targets. */
const buttonHeight = 44;
/** The button must be visible on these page backgrounds. */
const pageColors = { light: '#ffffff', dark: '#111116' } as const;
/** The focus ring has two colours, so that one of them is visible on any background. */
const focusColors = { line: '#16161a', glow: '#ffdd00' } as const;

/**
 * The edge uses the accent colour if its contrast with the page is at least 3 (WCAG 2.2, 1.4.11),
 * and otherwise the text colour.
 */
export function buttonColors(accent: string, theme: Theme) {
  const ink = textOn(accent);
  return {
    fill: accent,
    ink,
    edge: contrast(accent, pageColors[theme]) >= 3 ? accent : ink,
  };
}

/** Returns the CSS to copy. One copy styles all buttons on a page. */
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

/** Returns the HTML to copy: a link that `buttonCss` styles as a button. */
export function buttonHtml(button: { text: string; language: string; url: string }): string {
  const { text, language, url } = button;
  return `<a class="lanyard-button" href="${escaped(url)}" lang="${language}">${escaped(text)}</a>`;
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

/** Pixels per letter, wide enough for common system fonts. */
const widthOf = { latin: 9, other: 16 } as const;
const padding = 20;

export function buttonPicture(text: string, accent: string, theme: Theme): ButtonPicture {
  const letters = [...text].map((letter) => (letter < '\u0500' ? 'latin' : 'other'));
  const textWidth = letters.reduce((sum, kind) => sum + widthOf[kind], 0);
  const width = textWidth + 2 * padding;
  return { width, height: buttonHeight, text, textWidth, colors: buttonColors(accent, theme) };
}
