// The storage that the login needs: Redis in production, memory for a trial.

/**
 * Every value expires. Each method rejects with LoginError `service-unavailable` if the store does
 * not respond in time.
 */
export interface KeyStore {
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
  /** Resolves to the members, each with its expiry in milliseconds since 1970. */
  membersOf(key: string): Promise<Map<string, number>>;
  close(): Promise<void>;
}
