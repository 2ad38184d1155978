// Loopback addresses: the one exception to https.

/** Whether only this computer can reach the address. */
export function isLoopback({ hostname }: URL): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}
