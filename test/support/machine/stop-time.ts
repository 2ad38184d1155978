// Lets a test decide when time passes for the timers in this process, so that the test can use
// production durations without waiting.
import { syncBuiltinESMExports } from 'node:module';
import type { TestContext } from 'node:test';
import { setImmediate } from 'node:timers';

/**
 * Stops `setTimeout` (also from node:timers/promises), `AbortSignal.timeout` and the timers in
 * `apis` until the test ends. Returns a function that lets this many milliseconds pass and then
 * waits for callbacks.
 */
export function stopTime(
  t: TestContext,
  apis: readonly ('Date' | 'setInterval')[] = [],
): (ms: number) => Promise<void> {
  t.mock.timers.enable({ apis: ['setTimeout', ...apis] });
  // Otherwise, `import { setTimeout }` would import the real function.
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.timers.reset();
    syncBuiltinESMExports();
  });
  t.mock.method(AbortSignal, 'timeout', (ms: number) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException('too late', 'TimeoutError')), ms);
    return controller.signal;
  });
  return async (ms) => {
    t.mock.timers.tick(ms);
    for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
}
