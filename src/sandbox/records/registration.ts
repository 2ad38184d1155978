// Registrations: status, product and badge name (docs/interface.md 2.3, 2.4).
import { z } from 'zod';
import { userSummarySchema } from './user.ts';

/** The answer to a question that the convention asks (docs/interface.md 2.3). */
export const optionSchema = z.object({
  name: z.string(),
  type: z.enum(['select', 'multi', 'text', 'number']),
  value: z.union([z.number(), z.string(), z.array(z.string())]),
});

export const registrationSchema = z.object({
  createdAt: z.string(),
  updatedAt: z.string(),
  badgeName: z.string(),
  status: z.enum(['paid', 'unpaid']),
  productName: z.string(),
  productDisplayName: z.string().nullable(),
  productId: z.string(),
  options: z.array(optionSchema),
  flags: z.array(z.object({ id: z.string(), shortName: z.string() })),
  user: userSummarySchema,
});

export type RegistrationRecord = Omit<z.infer<typeof registrationSchema>, 'user'>;
