// Roles: named groups of users (interface 2.8).
import { z } from 'zod';
import { attributeBreak } from './hostile.ts';

/** Where a role applies: in this convention, or in all conventions of the organization. */
export const roleScopeSchema = z.enum(['convention', 'global']);

/** A role (interface 2.8). */
export const roleSchema = z.object({ id: z.string(), name: z.string() });

/** A role that a user holds (interface 2.8). */
export const heldRoleSchema = roleSchema.extend({ scope: roleScopeSchema });

export interface RoleRecord extends z.infer<typeof roleSchema> {
  /** Whether automation manages the role. If so, the API refuses to remove it. */
  automated: boolean;
}

/** A role that a user holds, and where it applies. */
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
