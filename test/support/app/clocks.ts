// The clocks of tests. A rule of Biome keeps `Date.now()` and `new Date()` out of test files, because
// a test must pass at every hour and date.

/** The clock that a test gives to the app starts here, hours before a day or a month ends. */
export const daytime = Date.parse('2027-05-20T09:00:00Z');

/** The clock of an app to which a test gives none. It goes on like a real one. */
export const clockFromDaytime = () => daytime + Math.floor(performance.now());

/**
 * Returns the time of this machine. A test needs it only if a program without a clock of its own
 * takes part. `_program` names it.
 */
export function wallClock(_program: string): number {
  return Date.now();
}

/**
 * Settings of a convention that begins in a month. A service worker reads the clock of the browser,
 * so the app with which it talks must have that clock, too.
 */
export function conventionInAMonth() {
  const month = 30 * 86_400_000;
  const day = new Date(wallClock('the browser') + month).toISOString().slice(0, 10);
  return { CONVENTION_DAYS: `${day}/${day}`, BADGE_NAME_UNTIL: day };
}
