import type { ServerResponse } from 'node:http';

/**
 * Sends up to a million 1xx responses (RFC 9110 section 15.2), as fast as the client reads them.
 * The returned function returns the number sent so far.
 */
export function flood(response: ServerResponse): () => number {
  let sent = 0;
  const send = () => {
    while (!response.destroyed && sent < 1_000_000) {
      sent += 1;
      if (!response.socket?.write('HTTP/1.1 102 Processing\r\n\r\n')) return;
    }
  };
  response.socket?.on('drain', send);
  send();
  return () => sent;
}

export function drip(response: ServerResponse): void {
  const timer = setInterval(() => response.writeEarlyHints({ link: '</style.css>' }), 5);
  response.on('close', () => clearInterval(timer));
}
