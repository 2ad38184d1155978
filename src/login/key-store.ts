// The few verbs by which the login keeps something: over Redis in production, in memory in a trial.

/** Every value expires. Each verb rejects with LoginError `service-unavailable` when the store does not answer in time. */
export interface KeyStore {
  get(key: string): Promise<Buffer | null>;
  /** Resolves to true when the key was set, to false when it existed already. */
  setIfAbsent(key: string, value: Buffer, seconds: number): Promise<boolean>;
  /** Resolves to true when the key was set, to false when it did not exist. */
  setIfPresent(key: string, value: Buffer, seconds: number): Promise<boolean>;
  expire(key: string, seconds: number): Promise<void>;
  del(keys: string[]): Promise<void>;
  /** Adds a member to a set, for so many seconds. */
  addToSet(key: string, member: string, seconds: number): Promise<void>;
  removeFromSet(key: string, member: string): Promise<void>;
  /** Resolves to each member with the time when it expires, in milliseconds since 1970. */
  membersOf(key: string): Promise<Map<string, number>>;
  close(): Promise<void>;
}
