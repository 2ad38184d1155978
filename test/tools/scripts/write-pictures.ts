// `npm run pictures` draws the icons for home screens and the picture for link previews into
// `public/`. They do not contain words or a convention's colour, so every site can use them.
import { writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';

const strap =
  '<path fill="#3d3d48" d="M432 0h-64l-73 72v8h50z"/><path fill="#565662" d="M208 0h64l73 72v8h-50z"/>';
const card = `
<rect width="640" height="412" rx="28" fill="#fff"/>
<path fill="#565662" d="M0 28A28 28 0 0 1 28 0h584a28 28 0 0 1 28 28v76H0z"/>
<path fill="#f6bd2f" d="M0 318h640v66a28 28 0 0 1-28 28H28a28 28 0 0 1-28-28z"/>`;
const clip = `
<rect x="294" y="70" width="52" height="25" rx="5" fill="#8d8d98"/>
<circle cx="320" cy="113" r="17" fill="none" stroke="#74747f" stroke-width="8"/>`;
const background = '#1c1c23';

const preview = `
<rect width="1200" height="630" fill="${background}"/>
<g transform="translate(216 0) scale(1.2)">
${strap}
<g transform="translate(0 87)">
${card}
<rect x="268" y="19" width="104" height="22" rx="11" fill="${background}"/>
<rect x="36" y="58" width="200" height="22" rx="11" fill="#c3c3cb"/>
<rect x="36" y="131" width="160" height="160" rx="28" fill="#dedde6"/>
<circle cx="116" cy="192" r="28" fill="#8b8b98"/>
<path fill="#8b8b98" d="M60 270c0-64 112-64 112 0z"/>
<rect x="224" y="150" width="330" height="52" rx="26" fill="#1a1a20"/>
<rect x="224" y="220" width="220" height="52" rx="26" fill="#1a1a20"/>
<rect x="36" y="350" width="190" height="30" rx="15" fill="#2a1b00"/>
<rect x="464" y="338" width="140" height="54" rx="27" fill="#fff"/>
<path d="M514 366l13 13 27-29" fill="none" stroke="#0a6b3d" stroke-width="7" stroke-linecap="round" stroke-linejoin="round"/>
</g>
${clip}
</g>`;

/** The badge is within the middle four fifths, because a phone may crop the icon to a circle. */
const icon = `
<rect width="512" height="512" fill="${background}"/>
<path fill="#8b8b98" d="M236 84h40v70h-40z"/>
<rect x="126" y="144" width="260" height="264" rx="34" fill="#fff"/>
<path fill="#565662" d="M126 178a34 34 0 0 1 34-34h192a34 34 0 0 1 34 34v38H126z"/>
<rect x="216" y="166" width="80" height="22" rx="11" fill="${background}"/>
<rect x="166" y="254" width="180" height="34" rx="17" fill="#1a1a20"/>
<path fill="#f6bd2f" d="M126 334h260v40a34 34 0 0 1-34 34H160a34 34 0 0 1-34-34z"/>`;

const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
const page = await browser.newPage();

async function draw(
  drawing: string,
  { viewBox, width, height }: { viewBox: string; width: number; height: number },
): Promise<Buffer> {
  await page.setViewportSize({ width, height });
  await page.setContent(
    `<body style="margin:0"><svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" width="${width}" height="${height}" style="display:block">${drawing}</svg>`,
  );
  return page.screenshot();
}

function iconFile(png: Buffer): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.set([32, 32], 6);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

const folder = new URL('../../../public/', import.meta.url);
const square = (size: number, viewBox = '0 0 512 512') =>
  draw(icon, { viewBox, width: size, height: size });
const files = {
  'icon-192.png': await square(192),
  'icon-512.png': await square(512),
  'apple-touch-icon.png': await square(180),
  // Browsers do not crop this icon, so the badge fills it.
  'favicon.ico': iconFile(await square(32, '76 66 360 360')),
  'link-preview.png': await draw(preview, { viewBox: '0 0 1200 630', width: 1200, height: 630 }),
};
for (const [file, content] of Object.entries(files)) writeFileSync(new URL(file, folder), content);
await browser.close();
