// Roles: named groups of users (interface 2.8).
import { z } from 'zod';
import { ATTRIBUTE } from './hostile.ts';

/** Where a role applies: in this convention, or in all conventions of the organization. */
export const ROLE_SCOPE = z.enum(['convention', 'global']);

/** A role (interface 2.8). */
export const ROLE = z.object({ id: z.string(), name: z.string() });

/** A role that a user holds (interface 2.8). */
export const HELD_ROLE = ROLE.extend({ scope: ROLE_SCOPE });

/** A role of the convention. */
export interface RoleRecord extends z.infer<typeof ROLE> {
  /** Managed by automation: it cannot be removed by hand. */
  automated: boolean;
}

/** Which role a user holds, and where it applies. */
export interface HeldRole {
  role: RoleRecord;
  scope: z.infer<typeof ROLE_SCOPE>;
}

/** The roles of the convention. */
export const ROLES = {
  staff: { id: '1', name: 'Staff', automated: false },
  nda: { id: '2', name: 'Signed the NDA', automated: false },
  conduct: { id: '3', name: 'Signed the code of conduct', automated: false },
  paid: { id: '4', name: 'Paid attendee', automated: true },
  hostile: { id: '5', name: ATTRIBUTE, automated: false },
};
