// What a login writes into Redis, tried at keys of nobody: a Redis that answers may still be full,
// a replica, or forbid it, and then nobody can log in.
import { type KeyStore, keyPrefixes } from '../login/login.ts';

const value = Buffer.from('probe');
/** If the keys are not deleted, they soon expire. */
const probeSeconds = 10;

/** Resolves if Redis takes the writes of a login; else rejects with the first that it refuses. */
export async function tryLoginWrites(
  keys: Pick<KeyStore, 'setIfAbsent' | 'addToSet' | 'del'>,
): Promise<void> {
  const probes = Object.values(keyPrefixes).map((prefix) => `${prefix}probe`);
  const set = `${keyPrefixes.sessionsOfPerson}probe-set`;
  await Promise.all([
    ...probes.map((key) => keys.setIfAbsent(key, value, probeSeconds)),
    keys.addToSet(set, 'probe', probeSeconds),
  ]);
  await keys.del([...probes, set]);
}
