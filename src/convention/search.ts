// Searches records (docs/interface.md 4.3, 4.4, 4.7). A search is a POST that returns a paged list,
// for all users or for some.
import type { z } from 'zod';
import type { Send } from './http.ts';
import { walkPages } from './pagination.ts';
import type { PersonalField, UserSummary } from './user-records.ts';

const mostIdsPerCall = 100;

export interface SearchCriteria {
  /** The users whose records to return. Default: all users. An empty list sends no request. */
  userIds?: readonly string[];
  /** Records per request, 1 to 100. Default: the platform's, which is 100. */
  limit?: number;
  include?: readonly PersonalField[];
}

interface Search<Schema> extends SearchCriteria {
  operation: string;
  path: string;
  recordWith: (include?: readonly PersonalField[]) => Schema;
}

/**
 * Yields the records that match. Iterating rejects with a ConventionError, or with a RangeError for
 * an invalid limit.
 */
export function search<Schema extends z.ZodType<{ user: UserSummary }>>(
  send: Send,
  { operation, path, recordWith, userIds, limit, include }: Search<Schema>,
): AsyncGenerator<z.output<Schema>, void> {
  const record = recordWith(include);
  const walk = (filter?: { userIds: string[] }) =>
    walkPages({
      record,
      limit,
      // Each page has at least one requested record, so more pages mean that the server ignores the
      // filter.
      mostPages: filter && filter.userIds.length + 1,
      requestPage: (page) =>
        send({ operation, method: 'POST', isSearch: true, path, json: { ...page, filter } }),
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
      // A server that ignores the filter also sends records of other users.
      if (asked.includes(item.user.id)) yield item;
    }
  }
}
