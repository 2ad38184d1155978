// A browser follows a redirect when it has its headers, before the body has ended: a request that does so too.
import * as undici from 'undici';
import type { Visitor } from '../support/visitor.ts';
import type { Target } from './target.ts';

interface HastyRequest {
  readonly who: Visitor;
  readonly path: string;
  /** The instance that the proxy chooses. */
  readonly at: string;
  /** The proxy's connection to it; any one when left out. */
  readonly dispatcher?: undici.Dispatcher;
}

/** Answers status and Location as soon as they are there; the visitor's cookies are sent and kept. */
export async function requestHeaders(target: Target, { who, path, at, dispatcher }: HastyRequest) {
  const jar = who.cookies(target.url);
  const { statusCode, headers, body } = await undici.request(new URL(path, at), {
    headers: {
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
