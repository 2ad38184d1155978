// Servers say in several ways that there is no such record: no content, null, an empty list or
// object, or one of these inside an envelope.
import { ConventionError } from './convention-error.ts';
import type { Send } from './http.ts';

/** Returns whether nothing is said by an answer: `undefined` if it was empty. */
function isNothing(body: unknown, levels = 3): boolean {
  if (typeof body !== 'object' || body === null) return !body && body !== 0;
  const inside = Object.values(body);
  return levels > 0 && inside.length <= 3 && inside.every((value) => isNothing(value, levels - 1));
}

/** Sends a request for one record, and rejects with not-found if the answer says nothing. */
export function orNotFound(send: Send): Send {
  return async (request) => {
    const answer = await send(request);
    if (!isNothing(answer.body)) return answer;
    throw new ConventionError('not-found', `${request.operation}: the answer says nothing`);
  };
}
