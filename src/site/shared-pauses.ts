// The pauses that the platform asked for, in Redis, so that all instances keep them. Whose they are
// is a hash.
import type { SharedPauses } from '../convention/cool-down.ts';
import { type KeyStore, keyPrefixes } from '../login/login.ts';

const pausesKey = `${keyPrefixes.sessionEnd}pauses`;
/** The expiry of the key is that of the last member, so all members live equally long. */
const lifeSeconds = 60;

/** `keys` are those of all instances, and the times are those of its clock. */
export function createSharedPauses(keys: KeyStore): SharedPauses {
  return {
    add: (caller, seconds) => keys.addToSet(pausesKey, `${seconds} ${caller}`, lifeSeconds),

    async left() {
      const left = new Map<string, number>();
      const members = await keys.membersOf(pausesKey);
      if (members.size === 0) return left;
      const now = await keys.now();
      for (const [member, expiresAt] of members) {
        const [seconds, caller = ''] = member.split(' ');
        const ms = expiresAt - 1000 * (lifeSeconds - Number(seconds)) - now;
        if (ms > (left.get(caller) ?? 0)) left.set(caller, ms);
      }
      return left;
    },
  };
}
