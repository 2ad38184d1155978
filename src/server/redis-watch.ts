// Notices that Redis has lost its data while the site runs, which logs everybody out at once and
// would show in no other line of the log.
import { randomUUID } from 'node:crypto';
import type { Log } from '../log/log.ts';
import type { KeyStore } from '../login/login.ts';
import { keyPrefixes } from '../login/operators.ts';

/** Under a prefix that an ACL for Lanyard permits anyway. No session has a key like it. */
export const markerKey = `${keyPrefixes.sessionEnd}marker`;
const markerSeconds = 400 * 24 * 3600;
const lostData =
  'Redis has lost its data: it was emptied, or restarted without it. Everybody is logged out and has to log in again';

/**
 * Returns a function that looks whether the marker is still the one that it found before, and logs
 * an error if not. Instances share the marker; each logs one line.
 */
export function watchRedis(keys: Pick<KeyStore, 'get' | 'setIfAbsent' | 'expire'>, log: Log) {
  let known: string | undefined;

  async function look(): Promise<void> {
    await keys.setIfAbsent(markerKey, Buffer.from(randomUUID()), markerSeconds);
    await keys.expire(markerKey, markerSeconds);
    const found = (await keys.get(markerKey))?.toString();
    if (known !== undefined && found !== known) log.error(lostData);
    known = found;
  }

  /** Redis is away or full: other lines say so. */
  const tolerate = () => {};
  return (): Promise<void> => look().catch(tolerate);
}
