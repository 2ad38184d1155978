// Searches (interface 4.3, 4.4, 4.7): paged lists asked for by POST, of everybody or of some users only.
import type { z } from 'zod';
import type { Send } from './http.ts';
import { walkPages } from './pagination.ts';
import type { UserSummary } from './user-summary.ts';

const mostIdsPerCall = 100;

export interface Search<Schema> {
  operation: string;
  path: string;
  record: Schema;
  limit?: number;
  /** Everybody when missing; nobody, and no request, when empty. */
  userIds?: readonly string[];
}

/** Walks what a search finds. Iterating rejects with a ConventionError, or with a RangeError for a wrong limit. */
export function search<Schema extends z.ZodType<{ user: UserSummary }>>(
  send: Send,
  { userIds, operation, path, ...list }: Search<Schema>,
): AsyncGenerator<z.output<Schema>, void> {
  const walk = (filter?: { userIds: string[] }) =>
    walkPages({
      ...list,
      operation,
      // Every page of a filtered list holds a record that was asked for: a list of more pages ignores the filter.
      ...(filter && { mostPages: filter.userIds.length + 1 }),
      askPage: (page) => send({ operation, method: 'POST', path, json: { ...page, filter } }),
    });
  return userIds === undefined ? walk() : walkByUsers(userIds, walk);
}

async function* walkByUsers<Item extends { user: UserSummary }>(
  userIds: readonly string[],
  walk: (filter: { userIds: string[] }) => AsyncGenerator<Item, void>,
): AsyncGenerator<Item, void> {
  const wanted = [...new Set(userIds)];
  for (let start = 0; start < wanted.length; start += mostIdsPerCall) {
    const asked = wanted.slice(start, start + mostIdsPerCall);
    for await (const item of walk({ userIds: asked })) {
      // A server that ignores the filter must not give away somebody else's record.
      if (asked.includes(item.user.id)) yield item;
    }
  }
}
