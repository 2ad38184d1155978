// Searches records (docs/interface.md 4.3, 4.4, 4.7). A search is a POST that returns a paged list,
// for all users or for some.
import type { z } from 'zod';
import { ConventionError } from './convention-error.ts';
import { type PageRequest, readPages, walkPages } from './pagination.ts';
import type { ApiResponse, Send } from './send-call.ts';
import type { PersonalField, UserSummary } from './user-summary.ts';

const mostIdsPerCall = 100;

export interface SearchCriteria {
  /**
   * The users whose records are returned. Default: all users. If the list is empty, no request is
   * sent.
   */
  userIds?: readonly string[];
  /** Records per request, 1 to 100. Default: the platform's, which is 100. */
  limit?: number;
  include?: readonly PersonalField[];
}

interface Search<Schema> extends SearchCriteria {
  operation: string;
  path: string;
  /** The error code if the platform sends the wrong kind of record. */
  otherKindCode?: string;
  recordWith: (include?: readonly PersonalField[]) => Schema;
}

/**
 * Yields the records that match. Iterating rejects with a ConventionError, or with a RangeError for
 * an invalid limit.
 */
export function search<Schema extends z.ZodType<{ user: UserSummary }>>(
  send: Send,
  { operation, path, recordWith, userIds, limit, include, otherKindCode }: Search<Schema>,
): AsyncGenerator<z.output<Schema>, void> {
  const listFor = (filter?: { userIds: string[] }) => ({
    record: recordWith(include),
    limit,
    // Each page contains at least one requested record, so a list with more pages than requested
    // users shows that the server ignores the filter.
    mostPages: filter && filter.userIds.length + 1,
    async requestPage(page: PageRequest) {
      const json = { ...page, filter };
      const response = await send({ operation, method: 'POST', isSearch: true, path, json });
      if (filter) rejectOtherKinds(response, otherKindCode);
      return response;
    },
  });
  if (userIds === undefined) return walkPages(listFor());
  return searchByUsers(operation, userIds, (filter) => readPages(listFor(filter)));
}

/**
 * Yields these users' records. If the server ignores the filter and sends other people's records,
 * no further page of that list is requested. If a user is missing from such a response, or from one
 * with invalid records, we cannot tell whether they have a record, so the search rejects.
 */
async function* searchByUsers<Item extends { user: UserSummary }>(
  operation: string,
  userIds: readonly string[],
  readAll: (filter: { userIds: string[] }) => ReturnType<typeof readPages<z.ZodType<Item>>>,
): AsyncGenerator<Item, void> {
  const wanted = [...new Set(userIds)];
  for (let start = 0; start < wanted.length; start += mostIdsPerCall) {
    const asked = wanted.slice(start, start + mostIdsPerCall);
    const missing = new Set(asked);
    let dropped = 0;
    for await (const { records, sent } of readAll({ userIds: asked })) {
      const own = records.filter(({ user }) => asked.includes(user.id));
      for (const { user } of own) missing.delete(user.id);
      yield* own;
      dropped += sent - own.length;
      if (own.length < records.length) break;
    }
    if (dropped > 0 && missing.size > 0)
      throw otherRecords(operation, 'has records of other people, or invalid ones');
  }
}

/**
 * Throws if a record lacks `user`. Such a record means that the platform uses this path for a
 * different search, such as users with their contact details (docs/interface.md 4.7).
 */
function rejectOtherKinds({ operation, body }: ApiResponse, code?: string): void {
  const { data } = Object(body);
  const isOther = (record: unknown) => isObject(record) && !('user' in record);
  if (Array.isArray(data) && data.some(isOther))
    throw otherRecords(operation, 'has records without a user', code);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/**
 * The message must not quote the records, because their owners may have shared nothing with this
 * site.
 */
function otherRecords(operation: string, what: string, code?: string): ConventionError {
  const detail = { code, problem: 'record-unreadable' };
  return new ConventionError('invalid-answer', `${operation}: the response ${what}`, detail);
}
