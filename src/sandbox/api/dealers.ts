// Dealers, on both paths that docs/interface.md names (4.7).
import { z } from 'zod';
import type { Convention } from '../records/convention.ts';
import { dealerSchema } from '../records/dealer.ts';
import { type Operation, operation } from './operation.ts';
import { createPage, pageRequestSchema, pageSchema, recordsOfUsers } from './paging.ts';

export function dealerOperations({ dealers }: Convention): Operation[] {
  return ['/api/v0/users/search', '/api/v0/dealers/search'].map((path) =>
    operation({
      method: 'post',
      path,
      summary: 'The dealer profiles and applications of some users, page by page.',
      access: { service: 'vendor:read' },
      inputSchema: pageRequestSchema.extend({ filter: z.object({ userIds: z.array(z.string()) }) }),
      outputSchema: pageSchema(dealerSchema),
      run: ({ input: { filter, ...page } }) =>
        createPage({ list: 'dealers', items: recordsOfUsers(dealers, filter.userIds), ...page }),
    }),
  );
}
