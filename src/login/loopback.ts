// The one exception to https: an address of this computer.

/** Whether this address can be reached from this computer only. */
export function isLoopback({ hostname }: URL): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}
