// All operations of the service credential (interface 5.4) in one place; the details stand at each operation.
import { type Dealer, type DealerSearch, searchDealers } from './dealer.ts';
import { type Department, type DepartmentRequest, retrieveDepartments } from './department.ts';
import type { Send } from './http.ts';
import { getRegistration, type Registration, type RegistrationSearch, searchRegistrations } from './registration.ts';
import { addRole, listRoles, listUserRoles, type Role, type RoleChange, removeRole, type UserRole } from './role.ts';
import type { RecordOfUser } from './user-summary.ts';
import { retrieveVolunteer, searchVolunteers, type Volunteer, type VolunteerSearch } from './volunteer.ts';

/**
 * Calls with the service's own token. It sees every user: the caller answers for asking about the right one. Each call
 * rejects, and each list throws while it is walked, with a ConventionError only (or a RangeError for an argument that
 * is never sent).
 */
export interface ServiceClient {
  registration(request: RecordOfUser): Promise<Registration>;
  registrations(search?: RegistrationSearch): AsyncIterable<Registration>;
  volunteer(request: RecordOfUser): Promise<Volunteer>;
  volunteers(search?: VolunteerSearch): AsyncIterable<Volunteer>;
  departments(request?: DepartmentRequest): Promise<Department[]>;
  dealers(search: DealerSearch): AsyncIterable<Dealer>;
  roles(list?: { limit?: number }): AsyncIterable<Role>;
  userRoles(request: { userId: string }): Promise<UserRole[]>;
  addRole(change: RoleChange & { scope: 'convention' | 'global' }): Promise<void>;
  removeRole(change: RoleChange): Promise<void>;
}

/** Binds the service's operations to its `send`. `dealerSearchPath` is a setting because platforms differ in it. */
export function createServiceClient(send: Send, { dealerSearchPath }: { dealerSearchPath: string }): ServiceClient {
  return {
    registration: (request) => getRegistration(send, request),
    registrations: (search) => searchRegistrations(send, search),
    volunteer: (request) => retrieveVolunteer(send, request),
    volunteers: (search) => searchVolunteers(send, search),
    departments: (request) => retrieveDepartments(send, request),
    dealers: (search) => searchDealers(send, { ...search, path: dealerSearchPath }),
    roles: (list) => listRoles(send, list),
    userRoles: (request) => listUserRoles(send, request),
    addRole: (change) => addRole(send, change),
    removeRole: (change) => removeRole(send, change),
  };
}
