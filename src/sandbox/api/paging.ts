// Splits lists into pages, each with a cursor to the next one (docs/interface.md 8).
import { z } from 'zod';
import { invalidRequest } from './errors.ts';

const largestPage = 100;

/** A limit above the maximum is reduced to the maximum instead of being rejected. */
function limitFrom(number: z.ZodNumber) {
  return number
    .int()
    .min(1)
    .transform((limit) => Math.min(limit, largestPage))
    .default(largestPage);
}

export const pageRequestSchema = z.object({
  nextPage: z.string().optional(),
  limit: limitFrom(z.number()),
});

/** Paging parameters as they arrive in a query string, where every value is a string. */
export const pageQuerySchema = pageRequestSchema.extend({ limit: limitFrom(z.coerce.number()) });

export function pageSchema<Item extends z.ZodType>(item: Item) {
  return z.object({
    data: z.array(item),
    /** The cursor to the next page, or null on the last page. */
    nextPage: z.string().nullable(),
    hasMore: z.boolean().optional(),
  });
}

interface PageOptions<Item> {
  /** Cursors are valid only for the list with this name. */
  list: string;
  items: readonly Item[];
  nextPage?: string | undefined;
  limit: number;
  /** The platform documents `hasMore` only for dealers, but returns it in other lists as well. */
  withHasMore: boolean;
}

/** Throws a 400 if the cursor is unknown. */
export function createPage<Item>({ list, items, nextPage, limit, withHasMore }: PageOptions<Item>) {
  const start = nextPage === undefined ? 0 : readCursor(list, nextPage);
  const end = start + limit;
  const hasMore = end < items.length;
  return {
    data: items.slice(start, end),
    nextPage: hasMore ? Buffer.from(`${list} ${end}`).toString('base64url') : null,
    ...(withHasMore && { hasMore }),
  };
}

export function recordsOfUsers<Item>(
  records: ReadonlyMap<string, Item>,
  userIds?: readonly string[],
): Item[] {
  if (userIds === undefined) return [...records.values()];
  return [...new Set(userIds)].flatMap((id) => records.get(id) ?? []);
}

function readCursor(list: string, nextPage: string): number {
  const [cursorList, position] = Buffer.from(nextPage, 'base64url').toString().split(' ');
  if (cursorList !== list || !/^\d{1,9}$/.test(position ?? ''))
    throw invalidRequest('nextPage: unknown cursor');
  return Number(position);
}
