// Sends a request and returns as soon as the headers arrive, because browsers follow redirects
// without waiting for the body.
import * as undici from 'undici';
import type { Visitor } from '../../support/app/visitor.ts';
import type { Target } from './target.ts';

interface EarlyRequest {
  readonly who: Visitor;
  readonly path: string;
  /** The URL of the instance that the proxy would choose. */
  readonly at: string;
  readonly dispatcher?: undici.Dispatcher;
}

export async function requestHeaders(target: Target, { who, path, at, dispatcher }: EarlyRequest) {
  const jar = who.cookies(target.url);
  const { statusCode, headers, body } = await undici.request(new URL(path, at), {
    headers: {
      host: new URL(target.url).host,
      'x-forwarded-proto': 'https',
      'sec-fetch-mode': 'navigate',
      cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
    },
    ...(dispatcher && { dispatcher }),
  });
  body.dump().catch(() => undefined);
  for (const line of [headers['set-cookie'] ?? []].flat()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === '') jar.delete(name);
    else jar.set(name, value);
  }
  return { status: statusCode, location: String(headers.location ?? '') };
}
