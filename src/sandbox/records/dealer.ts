// Dealers and their applications for a table (interface 2.7).
import { z } from 'zod';
import { USER_SUMMARY } from './user.ts';

const DEALER_TYPE = z.object({
  id: z.string(),
  name: z.string(),
  displayName: z.string(),
  paid: z.boolean(),
});

const DEALER_OPTION = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string().describe('Known so far: select, multi, text, number, phone, address'),
  value: z.unknown(),
});

const APPLICATION = z.object({
  id: z.string(),
  specialRequests: z.string(),
  status: z.string().describe('Known so far: pending'),
  tableNumber: z.string(),
  dealerRequestTypes: z.array(DEALER_TYPE),
  tableType: DEALER_TYPE,
  dealerArea: z.object({ id: z.string(), name: z.string() }),
  options: z.array(DEALER_OPTION),
});

/** A dealer (interface 2.7). */
export const DEALER = z.object({
  id: z.string(),
  user: USER_SUMMARY,
  applications: z.array(APPLICATION),
  name: z.string(),
  email: z.string(),
  addressLine1: z.string(),
  addressLine2: z.string(),
  addressCity: z.string(),
  addressZipcode: z.string(),
  addressCountry: z.string(),
  addressState: z.string(),
  options: z.array(DEALER_OPTION),
});

/** A dealer as stored. */
export type DealerRecord = Omit<z.infer<typeof DEALER>, 'user'>;

/** The table types of the convention. */
export const TABLES = {
  half: { id: '31', name: 'half', displayName: 'Half table', paid: false },
  full: { id: '32', name: 'full', displayName: 'Full table', paid: true },
};

/** Returns a dealer with an ordinary address; `overrides` replaces fields. */
export function business(
  overrides: Pick<DealerRecord, 'id' | 'name' | 'email' | 'applications'> & Partial<DealerRecord>,
) {
  return {
    addressLine1: '1 Example Street',
    addressLine2: '',
    addressCity: 'Portland',
    addressZipcode: '97201',
    addressCountry: 'US',
    addressState: 'OR',
    options: [],
    ...overrides,
  };
}

/** Returns a pending application; `overrides` replaces fields. */
export function application(overrides: Partial<z.infer<typeof APPLICATION>> & { id: string }) {
  return {
    specialRequests: '',
    status: 'pending',
    tableNumber: '',
    dealerRequestTypes: [TABLES.half],
    tableType: TABLES.half,
    dealerArea: { id: '41', name: 'Main hall' },
    options: [],
    ...overrides,
  };
}
