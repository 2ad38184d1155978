// Reads dealers (docs/interface.md 2.7, 4.7): a user's business and its applications for a table.
import { z } from 'zod';
import type { Send } from './http.ts';
import { address, id, listOf, option, recordOf, text, yesOrNo } from './schema.ts';
import { type SearchCriteria, search } from './search.ts';
import { withUserSummary } from './user-records.ts';

const dealerOption = option.extend({ id });

const dealerType = z.object({ id, name: text, displayName: text, paid: yesOrNo });

const dealerApplication = z.object({
  id,
  specialRequests: text,
  status: text,
  tableNumber: text,
  dealerRequestTypes: listOf(dealerType),
  tableType: recordOf(dealerType),
  dealerArea: recordOf(z.object({ id, name: text })),
  options: listOf(dealerOption),
});

const dealerWith = withUserSummary((user) =>
  z.object({
    id,
    user,
    applications: listOf(dealerApplication),
    name: text,
    email: text,
    ...address.shape,
    options: listOf(dealerOption),
  }),
);

/**
 * `email` and the address belong to the business. The platform documents only one `status` of an
 * application, `pending`.
 */
export type Dealer = z.output<ReturnType<typeof dealerWith>>;

export type DealerApplication = z.output<typeof dealerApplication>;

export type DealerType = z.output<typeof dealerType>;

/**
 * Creates the call that reads dealers (scope vendor:read). `searchPath` differs between platforms.
 */
export function dealerOperations(send: Send, { searchPath }: { searchPath: string }) {
  return {
    /** Searches for the dealers among these users (docs/interface.md 4.7). */
    dealers(criteria: SearchCriteria & { userIds: readonly string[] }): AsyncIterable<Dealer> {
      return search(send, {
        ...criteria,
        operation: 'Search dealers',
        path: searchPath,
        recordWith: dealerWith,
      });
    },
  };
}
