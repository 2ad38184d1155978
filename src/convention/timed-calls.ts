// Measures calls to the platform, for the metrics.
import { ConventionError } from './convention-error.ts';
import type { Http } from './http.ts';

/** Gets the operation, `ok` or the kind of the error, and milliseconds. */
export type OnCall = (operation: string, outcome: string, ms: number) => void;

/** Returns the same client. `onCall` is called after each call. */
export function timedCalls(api: Http, onCall: OnCall): Http {
  return {
    ...api,
    async send(request) {
      const start = performance.now();
      let outcome = 'ok';
      try {
        return await api.send(request);
      } catch (error) {
        outcome = error instanceof ConventionError ? error.kind : 'unavailable';
        throw error;
      } finally {
        onCall(request.operation, outcome, performance.now() - start);
      }
    },
  };
}
