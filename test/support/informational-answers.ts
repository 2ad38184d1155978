// A server that sends 1xx answers without end (RFC 9110 15.2), and never the answer.
import type { ServerResponse } from 'node:http';

/**
 * Sends 1xx answers as fast as they are read, up to a million. Returns a function that tells how
 * many were sent.
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

/** Sends a 1xx answer every five milliseconds, until the client goes. */
export function drip(response: ServerResponse): void {
  const timer = setInterval(() => response.writeEarlyHints({ link: '</style.css>' }), 5);
  response.on('close', () => clearInterval(timer));
}
