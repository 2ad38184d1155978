// The reporter of a part: sends what node:test reports to the runner, over the channel between the two processes.

import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';
import type { PartMessage } from './test-result.ts';

/** Consumes the events of node:test, and prints nothing itself. */
export default async function* reportToRunner(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    const message = messageOf(event);
    // Waited for: the process ends as soon as the last event is consumed.
    if (message) await new Promise((resolve) => process.send?.(message, resolve));
  }
  yield '';
}

function messageOf({ type, data }: TestEvent): PartMessage | undefined {
  if (type === 'test:diagnostic') return { diagnostic: data.message };
  if (type !== 'test:pass' && type !== 'test:fail') return undefined;
  const { name, file = '', nesting, skip, todo, details } = data;
  const marked = skip ?? todo;
  return {
    result: {
      name,
      file,
      isPassed: type === 'test:pass',
      milliseconds: details.duration_ms,
      isNested: nesting > 0,
      ...(marked !== undefined && { skipped: String(marked) }),
      ...(type === 'test:fail' && { error: describe(data.details.error) }),
    },
  };
}

/** The error of the test itself: node:test wraps it. */
function describe(error: Error): string {
  return inspect(error.cause ?? error, { depth: 5 });
}
