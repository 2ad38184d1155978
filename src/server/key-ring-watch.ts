// Publishes fingerprints of this instance's keys, and compares them with the other instances'
// fingerprints.
import { createRingPublisher, findRingConflict, type Rings } from '../checks/key-rings.ts';
import { type Cause, causeWithCode } from '../log/causes.ts';
import { instance } from '../log/instance.ts';
import type { Log } from '../log/log.ts';
import type { KeyStore } from '../login/login.ts';

export interface KeyRingWatch {
  /** Call this every ten seconds. Logs when a conflict begins and when it ends. */
  check(): Promise<void>;
  conflict(): Cause | undefined;
  /** Call this before you close the key store. */
  close(): Promise<void>;
}

export function watchKeyRings(
  keys: KeyStore,
  { log, ...rings }: Rings & { log: Log },
): KeyRingWatch {
  const publisher = createRingPublisher(keys, { ...rings, instance: instance.instance });
  let found: Cause | undefined;
  return {
    async check() {
      await publisher.publish();
      const next = causeWithCode(await findRingConflict(keys));
      // Reads `found` as late as possible, because two checks may overlap while Redis is slow.
      const before = found;
      found = next;
      if (found && found.code !== before?.code)
        log.error({ ...found }, 'instances have different keys');
      if (!found && before) log.info('all instances have the same keys again');
    },
    conflict: () => found,
    close: () => publisher.withdraw().catch(() => {}),
  };
}
