// Style sheet, font, script and icons: read once at start, named by their content, served from memory and cached by browsers for good.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { RequestHandler } from 'express';
import type { Config } from '../config.ts';
import { ownAccent } from '../settings.ts';
import { methodNotAllowed } from './page.ts';
import { styleIn } from './theme.ts';

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** Of drawings, since a logo comes from elsewhere: opened as a page of its own, no script in it runs. */
const drawingPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

export type Assets = ReturnType<typeof loadAssets>;

/** Reads the folder, in the convention's accent, and its logo. */
export function loadAssets(folder: URL, { accent = ownAccent, logo }: Partial<Config['convention']> = {}) {
  const byFile = new Map<string, string>();
  const byPath = new Map<string, { type: string; body: Buffer; brotli?: Buffer }>();
  // The style sheet comes last: it names the others.
  for (const file of readdirSync(folder).sort((a, b) => Number(a.endsWith('.css')) - Number(b.endsWith('.css')))) {
    add(file, readFileSync(new URL(file, folder)));
  }
  if (logo) add(logo.file, logo.content);

  function add(file: string, content: Buffer): void {
    const type = contentTypes[extname(file)];
    if (!type) return;
    const body = dressed(file, content);
    const hash = createHash('sha256').update(body).digest('hex').slice(0, 12);
    const path = `/assets/${file.replace(/(\.\w+)$/, `-${hash}$1`)}`;
    byFile.set(file, path);
    byPath.set(path, { type, body });
  }

  function dressed(file: string, content: Buffer): Buffer {
    if (file === 'icon.svg') return Buffer.from(content.toString().replaceAll(ownAccent, accent));
    if (!file.endsWith('.css')) return content;
    const css = content.toString().replace(/url\("([^"]+)"\)/g, (_, named: string) => `url("${url(named)}")`);
    return Buffer.from(accent === ownAccent ? css : styleIn(accent, css));
  }

  /** The address of a file of public/ or of the logo, for templates: `/assets/style-3f2a….css`. Throws for a file that is not there. */
  function url(file: string): string {
    const path = byFile.get(file);
    if (!path) throw new Error(`no such asset: ${file}`);
    return path;
  }

  /** Answers GET /assets/…; anything unknown goes on to the 404 page. */
  const serve: RequestHandler = (req, res, next) => {
    const asset = byPath.get(req.path);
    if (!asset) return next();
    if (req.method !== 'GET' && req.method !== 'HEAD') return methodNotAllowed('GET, HEAD')(req, res, next);
    // Fonts and pixel images are compressed already.
    const compressed = /^text|svg/.test(asset.type) && req.acceptsEncodings('br') === 'br';
    // Compressed when it is first asked for: the site starts sooner.
    if (compressed) asset.brotli ??= brotliCompressSync(asset.body);
    res.set({
      'Content-Type': asset.type,
      'Cache-Control': 'public, max-age=31536000, immutable',
      Vary: 'Accept-Encoding',
    });
    if (asset.type.startsWith('image/svg')) res.set('Content-Security-Policy', drawingPolicy);
    if (compressed) res.set('Content-Encoding', 'br');
    res.end(compressed ? asset.brotli : asset.body);
  };

  return { url, serve };
}
