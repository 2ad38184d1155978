import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';
import { sourceFile } from '../../support/compiled-file.ts';
import { withSourcePositions } from './source-positions.ts';
import type { PartMessage } from './test-result.ts';

/**
 * A node:test reporter that prints nothing and sends the events to the runner over the IPC channel.
 */
export default async function* reportToRunner(
  events: AsyncIterable<TestEvent>,
): AsyncGenerator<string> {
  for await (const event of events) {
    const message = messageOf(event);
    // Waits until the message is sent, because the process exits as soon as the last event is
    // consumed.
    if (message) await new Promise((resolve) => process.send?.(message, resolve));
  }
  yield '';
}

function messageOf({ type, data }: TestEvent): PartMessage | undefined {
  if (type === 'test:dequeue') return { begins: data.name };
  if (type === 'test:diagnostic') return { diagnostic: data.message };
  if (type !== 'test:pass' && type !== 'test:fail') return undefined;
  const { name, file = '', nesting, skip, todo, details } = data;
  const marked = skip ?? todo;
  return {
    result: {
      name,
      file: sourceFile(file),
      isPassed: type === 'test:pass',
      milliseconds: details.duration_ms,
      isNested: nesting > 0,
      ...(marked !== undefined && { skipped: String(marked) }),
      ...(type === 'test:fail' && { error: describe(data.details.error) }),
    },
  };
}

function describe(error: Error): string {
  return withSourcePositions(inspect(error.cause ?? error, { depth: 5 }));
}
