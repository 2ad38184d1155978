// Defines how the login code stores its values: in Redis, or in memory for a trial.

/** Maximum number of set members that are read. Only an attacker adds more. */
export const mostMembers = 100;
/** Maximum size of a value, in bytes. A larger one is treated as corrupt. */
export const longestValue = 1_000_000;

/**
 * Storage for the login code. Every value expires. Each method rejects with LoginError
 * `service-unavailable` if the store fails or does not respond in time.
 */
export interface KeyStore {
  /**
   * The key store's clock, which all instances share: the time on the Redis server (TIME), in whole
   * milliseconds since 1970.
   */
  now(): Promise<number>;
  /** Resolves to the value, or to null if the key does not exist. Stored values are never empty. */
  get(key: string): Promise<Buffer | null>;
  /** Resolves to false if the key already exists. */
  setIfAbsent(key: string, value: Buffer, seconds: number): Promise<boolean>;
  /** Resolves to false if the key does not exist. */
  setIfPresent(key: string, value: Buffer, seconds: number): Promise<boolean>;
  /** Sets when the key expires. Does nothing if the key does not exist. */
  expire(key: string, seconds: number): Promise<void>;
  del(keys: string[]): Promise<void>;
  /** Adds a member to a set. The member expires after `seconds`, even if the set already had it. */
  addToSet(key: string, member: string, seconds: number): Promise<void>;
  removeFromSet(key: string, member: string): Promise<void>;
  /**
   * Resolves to the members of a set, each with its expiry (ms since 1970). The map is empty if the
   * set does not exist. Only the `mostMembers` that expire last are returned.
   */
  membersOf(key: string): Promise<Map<string, number>>;
}
