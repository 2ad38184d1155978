// `npm run badge-font` copies the badge font and its licence from the npm package into `public/`.
// It also measures that font and the fonts for other scripts.
import { copyFileSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { fontLicence, measureBadgeFont, servedFont } from '../../badge/badge-font.ts';
import { measureScripts } from '../../badge/script-widths.ts';

const folder = new URL('../../../public/', import.meta.url);
copyFileSync(servedFont, new URL('noto-sans-bold.woff2', folder));
copyFileSync(fontLicence, new URL('noto-sans-LICENSE.txt', folder));
writeFileSync(new URL('noto-sans-bold.json', folder), measureBadgeFont());
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
const metrics = await measureScripts(await browser.newPage());
writeFileSync(new URL('noto-scripts.json', folder), metrics);
await browser.close();
