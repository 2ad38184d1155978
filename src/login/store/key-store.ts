// The storage interface of the login: Redis in production, memory for a trial.

/** Upper bound of members that are read. Only an attacker writes more. */
export const mostMembers = 100;
/** In bytes. A longer value is read as corrupt. */
export const longestValue = 1_000_000;

/**
 * Every value expires. Each method rejects with LoginError `service-unavailable` on a timeout.
 */
export interface KeyStore {
  /** The clock of the store, the same for all instances (ms since 1970). */
  now(): Promise<number>;
  /** Resolves to null if the key does not exist. Stored values are never empty. */
  get(key: string): Promise<Buffer | null>;
  /** Resolves to false if the key already exists. */
  setIfAbsent(key: string, value: Buffer, seconds: number): Promise<boolean>;
  /** Resolves to false if the key does not exist. */
  setIfPresent(key: string, value: Buffer, seconds: number): Promise<boolean>;
  expire(key: string, seconds: number): Promise<void>;
  del(keys: string[]): Promise<void>;
  /** The member expires after `seconds`. */
  addToSet(key: string, member: string, seconds: number): Promise<void>;
  removeFromSet(key: string, member: string): Promise<void>;
  /**
   * Resolves to the members and their expiry (ms since 1970), at most the `mostMembers` that expire
   * last.
   */
  membersOf(key: string): Promise<Map<string, number>>;
}
