// The lowest possible cost of a page: only node:http, one Redis GET and the same templates. With
// UPSTREAM, each page requests its records from the platform.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createClient } from 'redis';
import { type Person, renderPage } from './page.ts';
import { askAgain, newPerson } from './platform-calls.ts';

const { PORT, REDIS_URL = '', UPSTREAM } = process.env;
const redis = await createClient({ url: REDIS_URL, commandOptions: { timeout: 0 } }).connect();
const icon = readFileSync('public/apple-touch-icon.png');

async function storedPerson(cookie = ''): Promise<Person | undefined> {
  const [, id = ''] = /sid=([\w-]+)/.exec(cookie) ?? [];
  const stored = await redis.get(`floor:${id}`);
  return stored ? JSON.parse(stored) : undefined;
}

createServer(async ({ url = '', headers }, res) => {
  if (url === '/assets/apple-touch-icon.png') {
    res.writeHead(200, { 'content-type': 'image/png' }).end(icon);
  } else if (url === '/start') {
    const id = randomBytes(24).toString('base64url');
    await redis.set(`floor:${id}`, JSON.stringify(await newPerson()));
    res.writeHead(200, { 'set-cookie': `sid=${id}` }).end();
  } else {
    const stored = url === '/' ? undefined : await storedPerson(headers.cookie);
    const person = stored && UPSTREAM ? await askAgain(stored, url) : stored;
    res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    res.end(renderPage(url, { person, acceptLanguage: headers['accept-language'] }));
  }
}).listen(Number(PORT), '127.0.0.1');
