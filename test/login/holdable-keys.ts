import type { KeyStore } from '../../src/login/login.ts';

/** Wraps a key store so that a test can pause one of its calls while something else happens. */
export function holdable(keys: KeyStore) {
  let callsLeft = 0;
  let hold: () => Promise<void> = async () => {};
  const proxy = new Proxy(keys, {
    get:
      (target, verb: keyof KeyStore) =>
      async (...args: never[]) => {
        callsLeft -= 1;
        if (callsLeft === 0) await hold();
        return (target[verb] as (...given: never[]) => unknown)(...args);
      },
  });

  /**
   * Pauses `act` at its nth call to the store, counted from 1. `finish` resumes it. `isOver` is
   * true if `act` ended before that call.
   */
  async function runUntil<Result>(call: number, act: () => Promise<Result>) {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    callsLeft = call;
    const held = new Promise<void>((resolve) => {
      hold = () => {
        resolve();
        return released;
      };
    });
    const acting = act();
    const isOver = await Promise.race([held.then(() => false), acting.then(() => true)]);
    callsLeft = 0;
    const finish = () => {
      release();
      return acting;
    };
    return { finish, isOver };
  }
  return { keys: proxy, runUntil };
}
