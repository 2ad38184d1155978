// Reads dealers (docs/interface.md 2.7, 4.7): a user's business and its applications for a table.
import { z } from 'zod';
import { ConventionError } from './convention-error.ts';
import { address, id, listOf, option, recordOf, text, yesOrNo } from './schema.ts';
import { type SearchCriteria, search } from './search.ts';
import type { Send } from './send-call.ts';
import { withUserSummary } from './user-summary.ts';

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
 * `email` and the address belong to the business. The platform documents only one `status` for an
 * application, `pending`.
 */
export type Dealer = z.output<ReturnType<typeof dealerWith>>;

export type DealerApplication = z.output<typeof dealerApplication>;

export type DealerType = z.output<typeof dealerType>;

/**
 * The two paths of the dealer search (docs/interface.md 4.7). The first is in the platform's public
 * documentation. There, the second path searches users, so it is requested only if the first does
 * not exist.
 */
const searchPaths = ['/api/v0/dealers/search', '/api/v0/users/search'];

type Criteria = SearchCriteria & { userIds: readonly string[] };

/**
 * Creates the dealer search (docs/interface.md 4.7, scope vendor:read). The search tries the second
 * path only if the first does not exist. It remembers the path that worked, until a search fails.
 * With `pinnedPath`, it requests only that path.
 */
export function createDealerSearch(pinnedPath?: string) {
  let known: string | undefined;

  function searchDealers(send: Send, criteria: Criteria): AsyncGenerator<Dealer, void> {
    const only = pinnedPath ?? known;
    return searchFirstOf(only ? [only] : searchPaths, send, criteria);
  }

  async function* searchFirstOf(
    [path = '', ...others]: readonly string[],
    send: Send,
    criteria: Criteria,
  ): AsyncGenerator<Dealer, void> {
    let hasDealer = false;
    try {
      for await (const dealer of searchAt(path, send, criteria)) {
        hasDealer = true;
        yield dealer;
      }
      known = path;
    } catch (error) {
      known = undefined;
      if (hasDealer || others.length === 0 || !isUnknownPath(error)) throw error;
      yield* searchFirstOf(others, send, criteria);
    }
  }

  return searchDealers;
}

export type DealerSearch = ReturnType<typeof createDealerSearch>;

function searchAt(path: string, send: Send, criteria: Criteria): AsyncGenerator<Dealer, void> {
  return search(send, {
    ...criteria,
    operation: 'Search dealers',
    path,
    otherKindCode: 'platform-dealer-search',
    recordWith: dealerWith,
  });
}

/**
 * Whether the platform lacks this path. Platforms report this with a status, with an error of their
 * own (docs/interface.md 7), or with a web page.
 */
export function isUnknownPath(error: unknown): boolean {
  if (!(error instanceof ConventionError)) return false;
  const { answered = 0, platformKind = '', code } = error;
  if ([404, 405, 501].includes(answered) || code === 'platform-web-page') return true;
  return answered === 400 && ['resource', 'usage'].includes(platformKind);
}

export function dealerOperations(send: Send, searchDealers: DealerSearch) {
  return {
    /** Searches for the dealers among these users (docs/interface.md 4.7). */
    dealers: (criteria: Criteria): AsyncIterable<Dealer> => searchDealers(send, criteria),
  };
}
