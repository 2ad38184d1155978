// `npm run badge-font`: copies the badge font and its licence from the npm package into `public/`,
// and writes its measurements there.
import { copyFileSync, writeFileSync } from 'node:fs';
import { fontLicence, measureBadgeFont, servedFont } from './badge-font.ts';

const folder = new URL('../../public/', import.meta.url);
copyFileSync(servedFont, new URL('noto-sans-bold.woff2', folder));
copyFileSync(fontLicence, new URL('noto-sans-LICENSE.txt', folder));
writeFileSync(new URL('noto-sans-bold.json', folder), measureBadgeFont());
