// Roles: named groups of users (docs/interface.md 2.8).
import { z } from 'zod';
import { attributeBreak } from './hostile.ts';

/** Where a role applies: in this convention, or in all conventions of the organisation. */
export const roleScopeSchema = z.enum(['convention', 'global']);

export const roleSchema = z.object({ id: z.string(), name: z.string() });

export const heldRoleSchema = roleSchema.extend({ scope: roleScopeSchema });

export interface RoleRecord extends z.infer<typeof roleSchema> {
  /** Whether automation manages the role. If so, the API refuses to remove it. */
  automated: boolean;
}

export interface HeldRole {
  role: RoleRecord;
  scope: z.infer<typeof roleScopeSchema>;
}

export const roles = {
  staff: { id: '1', name: 'Staff', automated: false },
  nda: { id: '2', name: 'Signed the NDA', automated: false },
  conduct: { id: '3', name: 'Signed the code of conduct', automated: false },
  paid: { id: '4', name: 'Paid attendee', automated: true },
  hostile: { id: '5', name: attributeBreak, automated: false },
};
