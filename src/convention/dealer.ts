// Dealers (interface 2.7, 4.7): a user's business and its applications for a table.
import { z } from 'zod';
import type { Send } from './http.ts';
import { id, listOf, text, yesOrNo } from './schema.ts';
import { search } from './search.ts';
import { type PersonalField, withUserSummary } from './user-summary.ts';

/**
 * A question of the event and the dealer's answer: `type` may be any text and `value` anything, so far as it can be
 * walked.
 */
const dealerOption = z.object({
  id,
  name: text,
  type: text,
  value: z
    .unknown()
    .refine((value) => isShallow(value))
    .optional(),
});

const dealerType = z.object({ id, name: text, displayName: text, paid: yesOrNo });

const dealerApplication = z.object({
  id,
  specialRequests: text,
  status: text,
  tableNumber: text,
  dealerRequestTypes: listOf(dealerType),
  tableType: dealerType.nullish(),
  dealerArea: z.object({ id, name: text }).nullish(),
  options: listOf(dealerOption),
});

const dealerWith = withUserSummary((user) =>
  z.object({
    id,
    user,
    applications: listOf(dealerApplication),
    name: text,
    email: text,
    addressLine1: text,
    addressLine2: text,
    addressCity: text,
    addressZipcode: text,
    addressCountry: text,
    addressState: text,
    options: listOf(dealerOption),
  }),
);

/** A dealer. E-mail and address are the business's. An application's `status` is `pending` or another, kept as sent. */
export type Dealer = z.output<ReturnType<typeof dealerWith>>;

export interface DealerSearch {
  /** The users whose dealers are wanted; asked for in calls of 100. */
  userIds: readonly string[];
  /** Records per request, 1 to 100; another number is a RangeError. The convention's default is 100. */
  limit?: number;
  include?: readonly PersonalField[];
}

/**
 * Searches the dealers of some users (interface 4.7, scope vendor:read); nobody else's are returned, whatever is sent.
 * Iterating rejects with a ConventionError.
 */
export function searchDealers(
  send: Send,
  { include, path, ...criteria }: DealerSearch & { path: string },
): AsyncIterable<Dealer> {
  return search(send, { ...criteria, operation: 'Search dealers', path, record: dealerWith(include) });
}

/** Whoever prints or stores a value of any shape walks it, and must not run out of stack. */
function isShallow(value: unknown, levels = 8): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((item) => isShallow(item, levels - 1));
}
