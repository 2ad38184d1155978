// The one exception to https: this computer.

/** Whether this address can be reached from this computer only. Then http is allowed. */
export function isLoopback({ hostname }: URL): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}
