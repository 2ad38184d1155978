import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from 'cheerio';
import { contrast } from '../../../src/contrast.ts';
import {
  buttonColors,
  buttonCss,
  buttonHtml,
  buttonPicture,
  themes,
} from '../../../src/pages/link-kit/link-button.ts';

const accents = ['#5527b8', '#000', '#16161a', '#0b4fa8', '#d00', '#e8590c', '#ffd400', '#fff'];
const pages = { light: '#ffffff', dark: '#111116' };
const property = (css: string, name: string) =>
  new RegExp(` ${name}: ([^;]+);`).exec(css)?.[1] ?? '';

test('on light and on dark pages its text is readable and its edge stands out', () => {
  for (const accent of accents)
    for (const theme of themes) {
      const { fill, ink, edge } = buttonColors(accent, theme);
      assert.ok(contrast(ink, fill) >= 4.5, `${accent}: text`);
      assert.ok(contrast(edge, pages[theme]) >= 3, `${accent}: edge on ${theme}`);
      const css = buttonCss(accent);
      const styles = theme === 'light' ? css : css.slice(css.indexOf('@media'));
      assert.ok(styles.includes(edge), `${accent}: the styles have the edge for ${theme}`);
    }
});

test('it is 44 pixels high, and its focus is visible on every page', () => {
  const css = buttonCss('#5527b8');
  assert.equal(property(css, 'min-height'), '44px');
  assert.equal(buttonPicture('Your badge', '#5527b8', 'light').height, 44);
  const [, line = ''] = /:focus-visible \{\n {2}outline: 3px solid (#\w+);/.exec(css) ?? [];
  const [, glow = ''] = /box-shadow: 0 0 0 6px (#\w+);/.exec(css) ?? [];
  assert.ok(contrast(line, glow) >= 3, 'the two colours can be distinguished');
  for (const page of Object.values(pages))
    assert.ok(Math.max(contrast(line, page), contrast(glow, page)) >= 3, page);
});

test('the copied code is a link with the text, for any name of the convention', () => {
  const text = 'Your "Fox & <b>Friends</b>" badge';
  const url = 'https://lanyard.example/badge-name?a=1&b="2"';
  const link = load(buttonHtml({ text, language: 'en', url }))('body > *');
  assert.equal(link.length, 1);
  assert.deepEqual(Object.entries(link.attr() ?? {}), [
    ['class', 'lanyard-button'],
    ['href', url],
    ['lang', 'en'],
  ]);
  assert.equal(link.text(), text);
  assert.equal(link.children().length, 0);
});

test('the picture is wide enough for its text', () => {
  const widthOf = (text: string) => buttonPicture(text, '#5527b8', 'light').width;
  assert.ok(widthOf('Your Foxcon badge') > 17 * 9);
  assert.ok(widthOf('バッジを見る') > 6 * 16);
});
