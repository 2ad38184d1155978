// `GET /api/config`: public facts about the convention. The platform serves this, but does not
// document it.
import { z } from 'zod';
import type { Convention } from '../records/convention.ts';
import { type Operation, operation } from './operation.ts';

const configSchema = z.object({
  organization: z.object({ name: z.string() }),
  conventions: z.array(
    z.object({
      longName: z.string(),
      domain: z.string(),
      startAt: z.string(),
      endAt: z.string(),
      venue: z.string(),
    }),
  ),
});

export function configOperations({ year }: Pick<Convention, 'year'>): Operation[] {
  return [
    operation({
      method: 'get',
      path: '/api/config',
      only: 'tolerant',
      summary: 'The names and dates of the convention, for everybody.',
      access: 'anyone',
      outputSchema: configSchema,
      run: () => ({
        organization: { name: 'Sandbox Conventions' },
        conventions: [
          {
            longName: `Sandbox Convention ${year}`,
            domain: 'sandbox.example.org',
            startAt: `${year}-07-02T16:00:00.000Z`,
            endAt: `${year}-07-05T01:00:00.000Z`,
            venue: 'Harbour Hall, Portland',
          },
        ],
      }),
    }),
  ];
}
