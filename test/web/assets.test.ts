import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import test, { type TestContext } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { load } from 'cheerio';
import express from 'express';
import request from 'supertest';
import { loadAssets } from '../../src/web/assets.ts';
import { createAppAlone } from '../support/app/create-app-alone.ts';
import { temporaryFolder } from '../support/machine/temporary-folder.ts';

const publicFolder = new URL('../../public/', import.meta.url);
const { app } = createAppAlone();
const assets = loadAssets(publicFolder);
const files = [
  { file: 'style.css', type: 'text/css; charset=utf-8' },
  { file: 'icon.svg', type: 'image/svg+xml; charset=utf-8' },
  { file: 'badge.js', type: 'text/javascript; charset=utf-8' },
];
/**
 * Returns the file as it is served: without comments and indentation, and in the style sheet, with
 * the hash in the font's name. An SVG file is not changed.
 */
function contentOf(file: string): string {
  const content = readFileSync(new URL(file, publicFolder), 'utf8');
  if (file.endsWith('.svg')) return content;
  return content
    .replace('noto-sans-bold.woff2', assets.url('noto-sans-bold.woff2'))
    .replace(/^\s*\/\/.*/gm, '')
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/^\s+/gm, '');
}

for (const { file, type } of files) {
  test(`${file} is served unchanged, and may be cached forever`, async () => {
    const response = await request(app).get(assets.url(file)).set('Accept-Encoding', 'identity');
    assert.equal(response.status, 200);
    assert.equal(response.headers['content-type'], type);
    assert.equal(response.headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(response.headers['content-encoding'], undefined);
    assert.equal(response.text ?? response.body.toString(), contentOf(file));
  });

  test(`${file} is compressed for a browser that accepts brotli, and decompresses to the same content`, async () => {
    for (const [accepts, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['br;q=0, gzip', undefined],
      ['gzip', undefined],
    ] as const) {
      const response = await request(app).get(assets.url(file)).set('Accept-Encoding', accepts);
      assert.equal(response.headers['content-encoding'], encoding);
      assert.equal(response.headers.vary, 'Accept-Encoding');
      assert.equal(response.text ?? response.body.toString(), contentOf(file));
    }
  });
}

test('no other request waits while the style sheet is compressed for the first browser', async (t) => {
  const css = `.new-${randomUUID()} {}`;
  const { url, serve } = loadAssets(folderWith(t, { 'style.css': css }));
  let isSentAtOnce: boolean | undefined;
  const host = express().use((req, res, next) => {
    serve(req, res, next);
    isSentAtOnce = res.writableEnded;
  });
  const get = () => request(host).get(url('style.css')).set('Accept-Encoding', 'br');
  const [first, second] = await Promise.all([get(), get()]);
  assert.equal(isSentAtOnce, false, 'the compression does not block the thread');
  assert.equal(first.headers['content-encoding'], 'br');
  assert.deepEqual([first.text, second.text], [css, css]);
});

test('a first visit loads little: 6 KB for the style sheet, 4.5 KB for all scripts', () => {
  const bytesOf = (text: string) => brotliCompressSync(text).length;
  // Browsers load keep.js only for "Save or share" and to delete a kept badge, and sw.js only to
  // keep a badge.
  const later = ['keep.js', 'sw.js'];
  const scripts = readdirSync(publicFolder).filter(
    (file) => file.endsWith('.js') && !later.includes(file),
  );
  const ofScripts = scripts.map((file) => bytesOf(contentOf(file)));
  const total = ofScripts.reduce((sum, bytes) => sum + bytes);
  assert.ok(total <= 4608, `${total} bytes of script`);
  const ofStyle = bytesOf(contentOf('style.css'));
  assert.ok(ofStyle <= 6144, `${ofStyle} bytes of style`);
});

test('the font, which is already compressed, is served to browsers, and no other file next to it', async () => {
  const response = await request(app)
    .get(assets.url('noto-sans-bold.woff2'))
    .set('Accept-Encoding', 'br');
  assert.deepEqual([response.status, response.headers['content-type']], [200, 'font/woff2']);
  assert.equal(response.headers['content-encoding'], undefined);
  assert.ok(readFileSync(new URL('noto-sans-bold.woff2', publicFolder)).equals(response.body));
  for (const file of ['noto-sans-bold.json', 'noto-sans-LICENSE.txt'])
    assert.throws(() => assets.url(file), /no such asset/);
});

test('a style sheet that names a missing file is a defect, reported at start', (t) => {
  const folder = folderWith(t, { 'style.css': '@font-face { src: url("none.woff2") }' });
  assert.throws(() => loadAssets(folder), /no such asset: none\.woff2/);
});

test('the manifest for home screens has the convention’s name and colour, and existing icons', async () => {
  const { app } = createAppAlone({
    settings: { CONVENTION_NAME: 'Testcon', CONVENTION_ACCENT: '#e8590c' },
  });
  const $ = load((await request(app).get('/unknown')).text);
  const response = await request(app).get($('link[rel=manifest]').attr('href') ?? '');
  assert.equal(response.headers['content-type'], 'application/manifest+json; charset=utf-8');
  assert.match(response.headers['cache-control'] ?? '', /immutable/);
  const manifest = JSON.parse(response.text ?? response.body.toString());
  assert.deepEqual(
    [manifest.name, manifest.short_name, manifest.theme_color, manifest.start_url],
    ['Testcon', 'Testcon', '#e8590c', '/'],
  );
  const touchIcon = $('link[rel="apple-touch-icon"]').attr('href');
  const addresses = [...manifest.icons.map(({ src }: { src: string }) => src), touchIcon];
  for (const address of addresses) assert.equal((await request(app).get(address)).status, 200);
  const pixelIcons = manifest.icons.filter(({ type }: { type: string }) => type === 'image/png');
  for (const { src, sizes } of pixelIcons)
    assert.equal(sizeOf((await request(app).get(src)).body), sizes, src);
});

test('a posted link has text and a picture from this site, the same for every page', async () => {
  const { app } = createAppAlone({ settings: { CONVENTION_NAME: 'Testcon' } });
  const previewOf = async (path: string) => {
    const $ = load((await request(app).get(path)).text);
    const tags = $('meta[property^="og:"]').toArray();
    return Object.fromEntries(tags.map((tag) => [$(tag).attr('property'), $(tag).attr('content')]));
  };
  const preview = await previewOf('/');
  assert.deepEqual(await previewOf('/unknown?name=CANARY'), preview);
  assert.equal(preview['og:title'], 'Check your Testcon badge');
  assert.equal(preview['og:url'], 'http://127.0.0.1:3000/');
  const picture = new URL(preview['og:image'] ?? '');
  assert.equal(picture.origin, 'http://127.0.0.1:3000');
  const { body } = await request(app).get(picture.pathname);
  assert.equal(sizeOf(body), `${preview['og:image:width']}x${preview['og:image:height']}`);
});

test('a browser that has read no page finds an icon at the usual path, and caches it for a day', async () => {
  const response = await request(app).get('/favicon.ico');
  assert.deepEqual([response.status, response.headers['content-type']], [200, 'image/x-icon']);
  assert.equal(response.headers['cache-control'], 'public, max-age=86400');
  assert.equal(sizeOf(response.body.subarray(22)), '32x32');
});

test('the browser’s theme colour is that of the header, light and dark', async () => {
  const $ = load((await request(app).get('/')).text);
  const css = readFileSync(new URL('style.css', publicFolder), 'utf8');
  const surfaces = [...css.matchAll(/--surface: (#\w+)/g)].map(([, color]) => color);
  const metas = $('meta[name="theme-color"]').toArray();
  assert.deepEqual(
    metas.map((meta) => $(meta).attr('content')),
    surfaces,
  );
});

function sizeOf(png: Buffer): string {
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
}

test('a path that is not an asset is the 404 page, and may not be cached', async () => {
  const paths = [
    '/assets/',
    '/assets/style.css',
    '/assets/style-000000000000.css',
    '/assets/../package.json',
  ];
  for (const path of [
    ...paths,
    '/assets/%2e%2e/package.json',
    '/assets/..%2fpackage.json',
    '/style.css',
  ]) {
    const response = await request(app).get(path);
    assert.equal(response.status, 404, path);
    assert.equal(response.headers['cache-control'], 'no-store');
    assert.match(response.text, /Page not found/);
  }
});

test('an asset accepts GET and HEAD only', async () => {
  const address = assets.url('style.css');
  const head = await request(app).head(address);
  assert.equal(head.status, 200);
  assert.equal(head.text, undefined);
  for (const method of ['post', 'put', 'delete', 'options'] as const) {
    const response = await request(app)[method](address).set('Sec-Fetch-Site', 'same-origin');
    assert.equal(response.status, 405, method);
    assert.equal(response.headers.allow, 'GET, HEAD');
    assert.equal(response.headers['cache-control'], 'no-store');
  }
});

const drawingPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

test('with a convention’s accent, style sheet and icon have it, under other names; all other assets stay', async () => {
  const inAccent = loadAssets(publicFolder, { accent: '#e8590c' });
  for (const file of ['style.css', 'icon.svg'])
    assert.notEqual(inAccent.url(file), assets.url(file));
  for (const file of ['badge.js', 'noto-sans-bold.woff2'])
    assert.equal(inAccent.url(file), assets.url(file));
  const { app } = createAppAlone({ settings: { CONVENTION_ACCENT: '#e8590c' } });
  const icon = await request(app).get(inAccent.url('icon.svg'));
  assert.equal(icon.body.toString(), contentOf('icon.svg').replaceAll('#5527b8', '#e8590c'));
  assert.equal(icon.headers['content-security-policy'], drawingPolicy);
});

for (const [file, content, type] of [
  [
    'logo.svg',
    '<svg xmlns="http://www.w3.org/2000/svg"><rect fill="#5527b8"/><script>alert(1)</script></svg>',
    'svg+xml',
  ],
  ['logo.png', '\uFFFDPNG\r\n\x1a\n', 'png'],
  ['logo.webp', 'RIFF----WEBP', 'webp'],
] as const) {
  test(`${file} is one more asset, unchanged, before the name on every page; opened as a page it runs nothing`, async (t) => {
    const CONVENTION_LOGO = fileURLToPath(new URL(file, folderWith(t, { [file]: content })));
    const { app } = createAppAlone({ settings: { CONVENTION_LOGO, CONVENTION_ACCENT: '#e8590c' } });
    const $ = load((await request(app).get('/unknown')).text);
    const { src = '', alt } = $('.site-convention img').attr() ?? {};
    assert.deepEqual([alt, $('.site-convention').text()], ['', '127.0.0.1']);
    assert.match(src, /^\/assets\/logo-[0-9a-f]{12}\.(svg|png|webp)$/);
    const { body, headers } = await request(app).get(src).set('Accept-Encoding', 'identity');
    assert.equal(body.toString(), content);
    assert.equal(headers['content-type']?.split(';')[0], `image/${type}`);
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
    if (file === 'logo.svg') assert.equal(headers['content-security-policy'], drawingPolicy);
  });
}

test('without a logo, the icon is before the name', async () => {
  const $ = load((await request(app).get('/')).text);
  assert.equal($('.site-convention img').attr('src'), assets.url('icon.svg'));
});

test('different content has a different name, and the same content the same', (t) => {
  const first = folderWith(t, { 'style.css': 'a {}' });
  const same = folderWith(t, { 'style.css': 'a {}' });
  const other = folderWith(t, { 'style.css': 'b {}' });
  assert.match(loadAssets(first).url('style.css'), /^\/assets\/style-[0-9a-f]{12}\.css$/);
  assert.equal(loadAssets(first).url('style.css'), loadAssets(same).url('style.css'));
  assert.notEqual(loadAssets(first).url('style.css'), loadAssets(other).url('style.css'));
});

test('a file of a type that pages do not use is not an asset, and a missing one is reported at once', (t) => {
  const folder = folderWith(t, {
    'style.css': '',
    '.env': 'SECRET=1',
    'notes.txt': '',
    'page.html': '',
  });
  for (const file of ['.env', 'notes.txt', 'page.html', 'missing.css']) {
    assert.throws(() => loadAssets(folder).url(file), new RegExp(`no such asset: ${file}`));
  }
});

function folderWith(t: TestContext, files: Record<string, string>): URL {
  return pathToFileURL(`${temporaryFolder(t, files)}/`);
}
