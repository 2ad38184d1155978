// Searches (interface 4.3, 4.4, 4.7): paged lists requested by POST, for all users or only some.
import type { z } from 'zod';
import type { Send } from './http.ts';
import { walkPages } from './pagination.ts';
import type { PersonalField, UserSummary } from './user-records.ts';

const mostIdsPerCall = 100;

/** Which records to return, and with which fields. */
export interface SearchCriteria {
  /**
   * The users whose records to return, requested in calls of 100. If missing, all users; if empty,
   * none, and no request is sent.
   */
  userIds?: readonly string[];
  /** Records per request, 1 to 100; others throw a RangeError. Default of the convention: 100. */
  limit?: number;
  /** Which personal fields of the embedded users the caller needs. */
  include?: readonly PersonalField[];
}

interface Search<Schema> extends SearchCriteria {
  operation: string;
  path: string;
  recordWith: (include?: readonly PersonalField[]) => Schema;
}

/**
 * Yields what a search finds. Iterating rejects with a ConventionError, or with a RangeError for an
 * invalid limit.
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
      // Every page of a filtered list has a requested record: a longer list ignores the filter.
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
      // A server that ignores the filter must not expose the record of another user.
      if (asked.includes(item.user.id)) yield item;
    }
  }
}
