// Retrieves one answer by GET; whatever is somebody else's is refused.
import type { z } from 'zod';
import { ConventionError } from './convention-error.ts';
import type { Send } from './http.ts';
import { readAnswer } from './read-answer.ts';

interface Retrieval<Schema extends z.ZodType> {
  operation: string;
  path: string;
  schema: Schema;
  /** Whether what was answered belongs to whom it was asked for; without it, it belongs to nobody. */
  isTheirs?: (record: z.output<Schema>) => boolean;
}

/** Rejects with a ConventionError: invalid-answer when it does not fit its schema, or is somebody else's. */
export async function retrieve<Schema extends z.ZodType>(
  send: Send,
  { operation, path, schema, isTheirs = () => true }: Retrieval<Schema>,
): Promise<z.output<Schema>> {
  const record = readAnswer(schema, await send({ operation, method: 'GET', path }));
  if (isTheirs(record)) return record;
  throw new ConventionError('invalid-answer', `${operation}: the record belongs to somebody else`);
}
