// Dealers and their applications for a table (docs/interface.md 2.7).
import { z } from 'zod';
import { userSummarySchema } from './user.ts';

const productSchema = z.object({
  id: z.string(),
  name: z.string(),
  displayName: z.string(),
  /** Whether the dealer has paid for this product. */
  paid: z.boolean(),
});

const dealerOptionSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Known values: select, multi, text, number, phone, address. */
  type: z.string(),
  value: z.unknown(),
});

const applicationSchema = z.object({
  id: z.string(),
  specialRequests: z.string(),
  /** Known value: pending. */
  status: z.string(),
  tableNumber: z.string(),
  dealerRequestTypes: z.array(productSchema),
  tableType: productSchema,
  dealerArea: z.object({ id: z.string(), name: z.string() }),
  options: z.array(dealerOptionSchema),
});

export const dealerSchema = z.object({
  id: z.string(),
  user: userSummarySchema,
  applications: z.array(applicationSchema),
  name: z.string(),
  email: z.string(),
  addressLine1: z.string(),
  addressLine2: z.string(),
  addressCity: z.string(),
  addressZipcode: z.string(),
  addressCountry: z.string(),
  addressState: z.string(),
  options: z.array(dealerOptionSchema),
});

export type DealerRecord = Omit<z.infer<typeof dealerSchema>, 'user'>;

export const tables = {
  unpaidHalf: { id: '31', name: 'half', displayName: 'Half table', paid: false },
  paidFull: { id: '32', name: 'full', displayName: 'Full table', paid: true },
};

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

export function application(
  overrides: Partial<z.infer<typeof applicationSchema>> & { id: string },
) {
  return {
    specialRequests: '',
    status: 'pending',
    tableNumber: '',
    dealerRequestTypes: [tables.unpaidHalf],
    tableType: tables.unpaidHalf,
    dealerArea: { id: '41', name: 'Main hall' },
    options: [],
    ...overrides,
  };
}
