// Where sessions rest, as a few verbs: over Redis in production, in memory in the demo.

/** Every value has a life. Each verb throws LoginError `service-unavailable` within half a second when the store does not answer. */
export interface KeyStore {
  get(key: string): Promise<Buffer | null>;
  /** True when the key was set, false when it was there already. */
  setIfAbsent(key: string, value: Buffer, seconds: number): Promise<boolean>;
  expire(key: string, seconds: number): Promise<void>;
  del(keys: string[]): Promise<void>;
  /** Adds a member that is one for so many seconds. */
  addToSet(key: string, member: string, seconds: number): Promise<void>;
  removeFromSet(key: string, member: string): Promise<void>;
  /** Each member with the time when it is one no more, in milliseconds since 1970. */
  membersOf(key: string): Promise<Map<string, number>>;
  close(): Promise<void>;
}
