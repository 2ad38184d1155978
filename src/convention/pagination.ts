// Reads paged lists (docs/interface.md 8) by following the cursor to the last page.
import { z } from 'zod';
import { ConventionError } from './convention-error.ts';
import { readResponse } from './read-response.ts';
import { list } from './schema.ts';
import type { ApiResponse } from './send-call.ts';

const longestCursor = 4096;
/** Enough for a million records. A longer list probably never ends. */
const mostPagesOfAnyList = 10_000;

/**
 * Validated with `isStrict`, because an invalid page must not look like an empty or complete list.
 */
const pageResponse = z.object({
  data: list(z.unknown()).nullish(),
  nextPage: z.string().max(longestCursor).nullish(),
  hasMore: z.boolean().nullish(),
});

/** The first request omits `nextPage`. */
export interface PageRequest {
  limit?: number;
  nextPage?: string;
}

interface PagedList<Schema extends z.ZodType> {
  record: Schema;
  /** Records per page, 1 to 100. Default: the platform decides. */
  limit?: number | undefined;
  /** Maximum number of pages. A longer list is rejected with invalid-answer. */
  mostPages?: number | undefined;
  requestPage: (page: PageRequest) => Promise<ApiResponse>;
}

/**
 * Yields the valid records of a list. Rejects with a ConventionError, or with a RangeError for an
 * invalid limit.
 */
export async function* walkPages<Schema extends z.ZodType>(
  list: PagedList<Schema>,
): AsyncGenerator<z.output<Schema>, void> {
  for await (const { records } of readPages(list)) yield* records;
}

interface Page<Item> {
  readonly records: Item[];
  /** How many records the platform sent, including invalid ones. */
  readonly sent: number;
}

/** Like `walkPages`, but yields a page at a time. Each page is requested only when it is needed. */
export async function* readPages<Schema extends z.ZodType>({
  record,
  limit,
  mostPages = mostPagesOfAnyList,
  requestPage,
}: PagedList<Schema>): AsyncGenerator<Page<z.output<Schema>>, void> {
  if (limit !== undefined && !(Number.isInteger(limit) && limit >= 1 && limit <= 100)) {
    throw new RangeError(`limit must be a whole number from 1 to 100, not ${limit}`);
  }
  const records = z.object({ data: z.array(record) });
  const page: PageRequest = limit === undefined ? {} : { limit };
  const seenCursors = new Set<string>();
  while (true) {
    const response = await requestPage(page);
    const { data, nextPage, hasMore } = readResponse(pageResponse, response, { isStrict: true });
    const sent = data?.length ?? 0;
    const valid = readResponse(records, { ...response, body: { data: data ?? [] } });
    yield { records: valid.data, sent };
    if (!nextPage || hasMore === false || seenCursors.has(nextPage)) return;
    if (seenCursors.add(nextPage).size === mostPages) {
      throw new ConventionError('invalid-answer', `${response.operation}: the list does not end`);
    }
    page.nextPage = nextPage;
  }
}
