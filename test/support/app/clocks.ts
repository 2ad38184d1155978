// Clocks for tests. A Biome rule keeps `Date.now()` and `new Date()` out of test files, because
// tests must pass at any hour and date.

/** Clocks that tests pass to the app start here, far from the end of a day or month. */
export const daytime = Date.parse('2027-05-20T09:00:00Z');

/** The default clock of an app under test: `daytime` plus the time since this process started. */
export const clockFromDaytime = () => daytime + Math.floor(performance.now());

/**
 * Returns this machine's time, for tests with a program whose clock cannot be set. `_program` names
 * the program, only for readers of the test.
 */
export function wallClock(_program: string): number {
  return Date.now();
}

/**
 * Settings for a convention that begins a month from now by the machine's clock. The app must use
 * that clock too, because a service worker in the browser does.
 */
export function conventionInAMonth() {
  const month = 30 * 86_400_000;
  const day = new Date(wallClock('the browser') + month).toISOString().slice(0, 10);
  return { CONVENTION_DAYS: `${day}/${day}`, BADGE_NAME_UNTIL: day };
}
