// What stands for a person in the store, in place of their id.
import { type KeyRing, keyedHashes } from '../sessions/sealing.ts';

/** Keyed hashes of a person's id: one for each key of the ring, newest first. */
export type PersonHashes = readonly string[];

export function personHashes(encryptionKeys: KeyRing, userId: string): PersonHashes {
  return keyedHashes(encryptionKeys, { purpose: 'sessions of a person', text: userId });
}
