// Style sheet, font, script and icons: read once at start, named by their content, served from memory and cached by browsers for good.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { RequestHandler } from 'express';
import { methodNotAllowed } from './page.ts';

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.woff2': 'font/woff2',
};

export interface Assets {
  /** The address of a file of public/, for templates: `/assets/style-3f2a….css`. Throws for a file that is not there. */
  url(file: string): string;
  /** Answers GET /assets/…; anything unknown goes on to the 404 page. */
  readonly serve: RequestHandler;
}

export function loadAssets(folder: URL): Assets {
  const byFile = new Map<string, string>();
  const byPath = new Map<string, { type: string; body: Buffer; brotli: Buffer }>();
  // The style sheet comes last: it names the others.
  for (const file of readdirSync(folder).sort((a, b) => Number(a.endsWith('.css')) - Number(b.endsWith('.css')))) {
    const type = contentTypes[extname(file)];
    if (!type) continue;
    const content = readFileSync(new URL(file, folder));
    const body = file.endsWith('.css') ? Buffer.from(withAddresses(content.toString())) : content;
    const hash = createHash('sha256').update(body).digest('hex').slice(0, 12);
    const path = `/assets/${file.replace(/(\.\w+)$/, `-${hash}$1`)}`;
    byFile.set(file, path);
    byPath.set(path, { type, body, brotli: brotliCompressSync(body) });
  }

  function url(file: string): string {
    const path = byFile.get(file);
    if (!path) throw new Error(`no such asset: ${file}`);
    return path;
  }

  function withAddresses(css: string): string {
    return css.replace(/url\("([^"]+)"\)/g, (_, file: string) => `url("${url(file)}")`);
  }

  return {
    url,
    serve(req, res, next) {
      const asset = byPath.get(req.path);
      if (!asset) return next();
      if (req.method !== 'GET' && req.method !== 'HEAD') return methodNotAllowed('GET, HEAD')(req, res, next);
      const compressed = req.acceptsEncodings('br') === 'br';
      res.set({
        'Content-Type': asset.type,
        'Cache-Control': 'public, max-age=31536000, immutable',
        Vary: 'Accept-Encoding',
      });
      if (compressed) res.set('Content-Encoding', 'br');
      res.end(compressed ? asset.brotli : asset.body);
    },
  };
}
