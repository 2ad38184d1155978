// How lists are answered: a part at a time, with a cursor to the next part (interface 8).
import { z } from 'zod';
import { invalidRequest } from './errors.ts';

/** What asks for a part of a list. */
export const PAGE_REQUEST = z.object({
  nextPage: z.string().optional(),
  limit: z.number().int().min(1).max(100).default(100),
});

/** Returns what answers a part of a list of these items. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    data: z.array(item),
    nextPage: z.string().nullable().describe('Null when there is no more'),
    hasMore: z.boolean(),
  });
}

/** Which part of which list. */
interface Part<Item> {
  /** Its name: the cursor of one list is not taken by another. */
  list: string;
  items: readonly Item[];
  nextPage: string | undefined;
  limit: number;
}

/** Returns the part that the cursor points to; throws a validation error for a cursor that was never given out. */
export function partOf<Item, Shown>({ list, items, nextPage, limit }: Part<Item>, show: (item: Item) => Shown) {
  const start = nextPage === undefined ? 0 : readCursor(list, nextPage);
  const end = start + limit;
  const hasMore = end < items.length;
  return {
    data: items.slice(start, end).map(show),
    nextPage: hasMore ? Buffer.from(`${list} ${end}`).toString('base64url') : null,
    hasMore,
  };
}

function readCursor(list: string, nextPage: string): number {
  const [ofList, position] = Buffer.from(nextPage, 'base64url').toString().split(' ');
  if (ofList !== list || !/^\d{1,9}$/.test(position ?? '')) throw invalidRequest('nextPage: unknown cursor');
  return Number(position);
}
