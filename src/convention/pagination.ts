// Lists that come in pages (interface 8): follows the cursor until the convention says that there is no more.
import { z } from 'zod';
import { ConventionError } from './convention-error.ts';
import type { Answer } from './http.ts';
import { fieldsOf, readAnswer } from './read-answer.ts';

const longestCursor = 4096;
/** A million records: no convention is that large, but a cursor that never ends is. */
const mostPagesOfAnyList = 10_000;

/** Read to the letter: a list that is misread as empty, or as ended, would be taken for the truth. */
const pageAnswer = z.object({
  data: z.array(z.unknown()).nullish(),
  nextPage: z.string().max(longestCursor).nullish(),
  hasMore: z.boolean().nullish(),
});

/** What to ask for the next page with; nothing at all for the first one. */
export interface Page {
  limit?: number;
  nextPage?: string;
}

export interface PagedList<Schema extends z.ZodType> {
  operation: string;
  record: Schema;
  /** Records per page, 1 to 100; the convention decides when it is missing. */
  limit?: number;
  /** Where a list that ought to have ended is given up as an invalid answer. */
  mostPages?: number;
  askPage: (page: Page) => Promise<Answer>;
}

/**
 * Walks all records of a list. Rejects with a ConventionError, or before anything is sent with a RangeError for a wrong
 * limit.
 */
export async function* walkPages<Schema extends z.ZodType>({
  operation,
  record,
  limit,
  mostPages = mostPagesOfAnyList,
  askPage,
}: PagedList<Schema>): AsyncGenerator<z.output<Schema>, void> {
  if (limit !== undefined && !(Number.isInteger(limit) && limit >= 1 && limit <= 100)) {
    throw new RangeError(`limit must be a whole number from 1 to 100, not ${limit}`);
  }
  const records = compiledListOf(record);
  const page: Page = limit === undefined ? {} : { limit };
  const asked = new Set<string>();
  for (let count = 0; count < mostPages; count += 1) {
    const answer = await askPage(page);
    const read = pageAnswer.safeParse(answer.body);
    if (!read.success) {
      answer.reportOdd(fieldsOf(read.error));
      throw new ConventionError('invalid-answer', `${operation}: the answer is not a page of a list`);
    }
    const { data, nextPage, hasMore } = read.data;
    for (const item of readAnswer(records, { ...answer, body: { data: data ?? [] } }).data) yield item;
    if (!nextPage || hasMore === false || asked.has(nextPage)) return;
    asked.add(nextPage);
    page.nextPage = nextPage;
  }
  throw new ConventionError('invalid-answer', `${operation}: the list does not end`);
}

type ListOf<Schema extends z.ZodType> = z.ZodObject<{ data: z.ZodArray<Schema> }>;

const compiledLists = new WeakMap<z.ZodType, z.ZodType>();

/**
 * The schema of a list, compiled once for each kind of record: that takes milliseconds, and saves as much CPU on every
 * walk.
 */
function compiledListOf<Schema extends z.ZodType>(record: Schema): ListOf<Schema> {
  const list = (compiledLists.get(record) as ListOf<Schema>) ?? z.compile(z.object({ data: z.array(record) }));
  compiledLists.set(record, list);
  return list;
}
