// Where to go after the login: only to a page of our own, whatever a link or a cookie says (RFC 9700 4.11, open redirectors).

const maxLength = 512;

/**
 * Answers the path and query of one of our own pages, or undefined when `value` is anything else: another origin, a login or
 * log-out address, not a string, longer than 512 characters. What is answered is the parsed address, never the text that came in.
 */
export function safeReturnPath(value: unknown, publicUrl: URL): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('/') || !URL.canParse(value, publicUrl.origin)) return undefined;
  const url = new URL(value, publicUrl);
  // `/.//elsewhere.example` parses to our origin, and its path alone would lead elsewhere.
  if (url.origin !== publicUrl.origin || url.pathname.startsWith('//')) return undefined;
  if (/^\/(login|logout)(\/|$)/i.test(url.pathname)) return undefined;
  const path = url.pathname + url.search;
  return path.length <= maxLength ? path : undefined;
}
