// Dealers (docs/interface.md 4.7). The search has a different path in each mode.
import { z } from 'zod';
import type { Convention } from '../records/convention.ts';
import { dealerSchema } from '../records/dealer.ts';
import { type Operation, operation } from './operation.ts';
import { createPage, pageRequestSchema, pageSchema, recordsOfUsers } from './paging.ts';

export function dealerOperations({ dealers }: Convention): Operation[] {
  const paths = { tolerant: '/api/v0/users/search', strict: '/api/v0/dealers/search' };
  return (['tolerant', 'strict'] as const).map((only) =>
    operation({
      method: 'post',
      path: paths[only],
      only,
      summary: 'The dealer profiles and applications of some users, page by page.',
      access: { service: 'vendor:read' },
      inputSchema: pageRequestSchema.extend({ filter: z.object({ userIds: z.array(z.string()) }) }),
      outputSchema: pageSchema(dealerSchema),
      run: ({ input: { filter, ...page } }) =>
        createPage({
          list: 'dealers',
          items: recordsOfUsers(dealers, filter.userIds),
          ...page,
          withHasMore: true,
        }),
    }),
  );
}
