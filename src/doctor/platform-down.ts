// What the doctor says of a platform that answers with an error of its own: nothing here is wrong.
import type { Finding } from './finding.ts';

export const isServerError = (status: number): boolean => status >= 500;

/** `what`: which part of it answered, and how. */
export const platformIsDown = (what: string): Finding => ({
  level: 'error',
  about: 'Platform',
  what: `${what}: it is down`,
  why: 'nobody can log in until it is back',
  fix: 'wait, nothing here is wrong; if it lasts, tell its people this line and the time',
});
