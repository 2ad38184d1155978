// Sends 1xx responses endlessly (RFC 9110 section 15.2), and never the final response.
import type { ServerResponse } from 'node:http';

/**
 * Sends up to a million 1xx responses, as fast as the client reads them. Returns a function that
 * returns the number sent.
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

/** Sends a 1xx response every five milliseconds until the client disconnects. */
export function drip(response: ServerResponse): void {
  const timer = setInterval(() => response.writeEarlyHints({ link: '</style.css>' }), 5);
  response.on('close', () => clearInterval(timer));
}
