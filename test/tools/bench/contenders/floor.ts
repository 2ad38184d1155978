// The least that a page can cost: bare node:http, one Redis GET, a template that is compiled once,
// and with UPSTREAM one call to the platform by an undici Pool.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createClient } from 'redis';
import { Pool } from 'undici';
import { type Fields, renderPage } from './page.ts';

const { PORT, REDIS_URL = '', PLATFORM_URL = '', UPSTREAM } = process.env;
const redis = await createClient({ url: REDIS_URL, commandOptions: { timeout: 0 } }).connect();
const platform = new Pool(PLATFORM_URL);
const icon = readFileSync('public/apple-touch-icon.png');

async function askPlatform(): Promise<Fields> {
  const headers = { authorization: 'Bearer token-1' };
  const { body } = await platform.request({ method: 'GET', path: '/api/users/current', headers });
  return JSON.parse(await body.text());
}

async function storedRecord(cookie = ''): Promise<Fields> {
  const [, id = ''] = /sid=([\w-]+)/.exec(cookie) ?? [];
  return JSON.parse((await redis.get(`floor:${id}`)) ?? '{}');
}

createServer(async ({ url = '', headers }, res) => {
  if (url === '/assets/apple-touch-icon.png') {
    res.writeHead(200, { 'content-type': 'image/png' }).end(icon);
  } else if (url === '/start') {
    const id = randomBytes(24).toString('base64url');
    await redis.set(`floor:${id}`, JSON.stringify(await askPlatform()));
    res.writeHead(200, { 'set-cookie': `sid=${id}` }).end();
  } else {
    const stored = url === '/' ? {} : await storedRecord(headers.cookie);
    const record = UPSTREAM ? await askPlatform() : stored;
    res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    res.end(renderPage(url, record));
  }
}).listen(Number(PORT), '127.0.0.1');
