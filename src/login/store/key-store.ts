// The storage that the login needs: Redis in production, memory for a trial.

/** How many members of a set are read at once. Somebody else may have written more. */
export const mostMembers = 100;
/** The longest value, in bytes. A longer one, which somebody else wrote, is read as corrupt. */
export const longestValue = 1_000_000;

/**
 * Every value expires. Each method rejects with LoginError `service-unavailable` if the store does
 * not respond in time.
 */
export interface KeyStore {
  /** Resolves to the time by the store's own clock, the same for all instances (ms since 1970). */
  now(): Promise<number>;
  /** Resolves to null if there is no such key. No value of ours is empty. */
  get(key: string): Promise<Buffer | null>;
  /** Resolves to true if the key was set, to false if it existed already. */
  setIfAbsent(key: string, value: Buffer, seconds: number): Promise<boolean>;
  /** Resolves to true if the key was set, to false if it did not exist. */
  setIfPresent(key: string, value: Buffer, seconds: number): Promise<boolean>;
  expire(key: string, seconds: number): Promise<void>;
  del(keys: string[]): Promise<void>;
  /** Adds a member to a set. It expires after `seconds`. */
  addToSet(key: string, member: string, seconds: number): Promise<void>;
  removeFromSet(key: string, member: string): Promise<void>;
  /**
   * Resolves to the members, each with its expiry in milliseconds since 1970: of more than
   * `mostMembers`, those that expire last.
   */
  membersOf(key: string): Promise<Map<string, number>>;
}
