// Lists that come in pages (interface 8): follows the cursor until the convention says that there is no more.
import { z } from 'zod';
import { ConventionError } from './convention-error.ts';
import type { Answer } from './http.ts';
import { readAnswer } from './read-answer.ts';

const longestCursor = 4096;
/** A million records: no convention is that large, but a cursor that never ends is. */
const mostPagesOfAnyList = 10_000;

/** A list that is misread as empty, or as ended, would be taken for the truth: it is read to the letter. */
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

interface PagedList<Schema extends z.ZodType> {
  record: Schema;
  /** Records per page, 1 to 100; the convention decides when it is missing. */
  limit?: number | undefined;
  /** Where a list that ought to have ended is given up as an invalid answer. */
  mostPages?: number | undefined;
  askPage: (page: Page) => Promise<Answer>;
}

/** Walks all records of a list. Rejects with a ConventionError, or before anything is sent with a RangeError for a wrong limit. */
export async function* walkPages<Schema extends z.ZodType>({
  record,
  limit,
  mostPages = mostPagesOfAnyList,
  askPage,
}: PagedList<Schema>): AsyncGenerator<z.output<Schema>, void> {
  if (limit !== undefined && !(Number.isInteger(limit) && limit >= 1 && limit <= 100)) {
    throw new RangeError(`limit must be a whole number from 1 to 100, not ${limit}`);
  }
  const records = z.object({ data: z.array(record) });
  const page: Page = limit === undefined ? {} : { limit };
  const asked = new Set<string>();
  while (true) {
    const answer = await askPage(page);
    const { data, nextPage, hasMore } = readAnswer(pageAnswer, answer, { toTheLetter: true });
    for (const item of readAnswer(records, { ...answer, body: { data: data ?? [] } }).data) yield item;
    if (!nextPage || hasMore === false || asked.has(nextPage)) return;
    if (asked.add(nextPage).size === mostPages) {
      throw new ConventionError('invalid-answer', `${answer.operation}: the list does not end`);
    }
    page.nextPage = nextPage;
  }
}
