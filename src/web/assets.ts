// Serves the style sheet, font, scripts, icons, logo and manifest from memory. Most paths contain a
// hash of the content, so browsers may cache the files at those paths for a year.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { RequestHandler } from 'express';
import type { Config } from '../settings/config.ts';
import { createCache } from './bounded-cache.ts';
import { methodNotAllowed } from './requests/methods.ts';
import { defaultAccent, withAccentTokens } from './theme.ts';

/**
 * The folder that contains views/ and public/. `../../` leads there from this file and also from
 * dist/parts, where the build puts this code.
 */
export const projectFolder = new URL('../../', import.meta.url);

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** Content security policy for SVG files. A logo opened as a page must not run scripts. */
const drawingPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
/** Content security policy for the service worker, which may send requests to this site only. */
const workerPolicy = "default-src 'none'; connect-src 'self'";

export type Assets = ReturnType<typeof loadAssets>;

export function loadAssets(
  folder: URL,
  { name = '', accent = defaultAccent, logo }: Partial<Config['convention']> = {},
) {
  const byFile = new Map<string, string>();
  const byPath = new Map<string, Asset>();
  // The style sheet and the manifest come last, because they link to the other files.
  const hasLinks = (file: string) => Number(/\.(css|webmanifest)$/.test(file));
  for (const file of readdirSync(folder).sort((a, b) => hasLinks(a) - hasLinks(b)))
    add(file, readFileSync(new URL(file, folder)));
  if (logo) add(logo.file, logo.content);
  return { url, serve: serveAssets(byPath) };

  function add(file: string, content: Buffer): void {
    const type = contentTypes[extname(file)];
    if (!type) return;
    const body = rewriteContent(file, content);
    const hash = createHash('sha256').update(body).digest('hex').slice(0, 12);
    const wellKnown = wellKnownFiles[file];
    const path = wellKnown ? `/${file}` : `/assets/${file.replace(/(\.\w+)$/, `-${hash}$1`)}`;
    byFile.set(file, path);
    byPath.set(path, { type, body, cacheControl: cacheForever, ...wellKnown });
  }

  function rewriteContent(file: string, content: Buffer): Buffer {
    if (file === 'icon.svg')
      return Buffer.from(content.toString().replaceAll(defaultAccent, accent));
    if (file.endsWith('.webmanifest'))
      return Buffer.from(completeManifest(content.toString(), { name, accent, url }));
    if (!/\.(css|js)$/.test(file)) return content;
    // Comments and indentation make up over a quarter of these files.
    const code = content
      .toString()
      .replace(/^\s*\/\/.*|\/\*[\s\S]*?\*\//gm, '')
      .replace(/^\s+/gm, '');
    if (file.endsWith('.js')) return Buffer.from(code);
    const css = code.replace(/url\("([^"]+)"\)/g, (_, named: string) => `url("${url(named)}")`);
    return Buffer.from(accent === defaultAccent ? css : withAccentTokens(accent, css));
  }

  /**
   * Returns the URL path of the logo or of a file in public/, such as `/assets/style-3f2a….css`.
   * Throws for an unknown file.
   */
  function url(file: string): string {
    const path = byFile.get(file);
    if (!path) throw new Error(`no such asset: ${file}`);
    return path;
  }
}

const foreverSeconds = 365 * 24 * 3600;
const daySeconds = 24 * 3600;
const cacheForever = `public, max-age=${foreverSeconds}, immutable`;
const cacheForADay = `public, max-age=${daySeconds}`;

/** Browsers request these files by fixed names, so their paths do not contain a hash. */
const wellKnownFiles: Readonly<Record<string, Pick<Asset, 'cacheControl' | 'policy'>>> = {
  'favicon.ico': { cacheControl: cacheForADay },
  'sw.js': { cacheControl: 'no-cache', policy: workerPolicy },
};

interface ManifestOptions {
  readonly name: string;
  readonly accent: string;
  readonly url: (file: string) => string;
}

function completeManifest(json: string, { name, accent, url }: ManifestOptions): string {
  const manifest: { icons: { src: string }[] } = JSON.parse(json);
  const icons = manifest.icons.map((icon) => ({ ...icon, src: url(icon.src) }));
  return JSON.stringify({ name, short_name: name, theme_color: accent, ...manifest, icons });
}

interface Asset {
  readonly type: string;
  readonly cacheControl: string;
  /** Content security policy, if it differs from that of the pages. */
  readonly policy?: string;
  readonly body: Buffer;
}

const compress = promisify<Buffer, Buffer>(brotliCompress);
/**
 * Compressed assets by path. An asset is compressed on first use, so that startup does not wait for
 * it. Compression runs in another thread, so that other requests do not wait.
 */
const compressed = createCache<Promise<Buffer>>();

function serveAssets(byPath: ReadonlyMap<string, Asset>): RequestHandler {
  return async (req, res, next) => {
    const asset = byPath.get(req.path);
    if (!asset) return next();
    if (req.method !== 'GET' && req.method !== 'HEAD')
      return methodNotAllowed('GET, HEAD')(req, res, next);
    // Fonts and raster images are already compressed.
    const isCompressed = /^text|svg|json/.test(asset.type) && req.acceptsEncodings('br') === 'br';
    res.set({
      'Content-Type': asset.type,
      'Cache-Control': asset.cacheControl,
      Vary: 'Accept-Encoding',
    });
    const policy = asset.type.startsWith('image/svg') ? drawingPolicy : asset.policy;
    if (policy) res.set('Content-Security-Policy', policy);
    if (!isCompressed) return void res.end(asset.body);
    res.set('Content-Encoding', 'br');
    res.end(await compressed.getOrCreate(req.path, () => compress(asset.body)));
  };
}
