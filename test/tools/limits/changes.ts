// The changes of a limit that its test has to notice: a little more, and a little less.
import type { Limit, Place } from '../../support/limits.ts';

export interface Change {
  /** How the report names it: `10 to 11`. */
  readonly name: string;
  readonly place: Place;
  /** What stands there then. */
  readonly after: string;
  /** Returns the source with the change. */
  readonly apply: (source: string) => string;
}

const durations = /^(ms|seconds|minutes|hours|years)\b/;

/** Returns two changes for each number: by 2 % for a duration, and else by 1, or 1 byte. */
export function changesOf(limit: Limit, unit: string): Change[] {
  return limit.at.flatMap((place) => {
    const step = stepOf(place.text, durations.test(unit));
    return [`+ ${step}`, `- ${step}`]
      .map((by) => changed(place.text, by))
      .filter((after) => !after.startsWith('-'))
      .map((after) => ({
        name: `${place.text} to ${after}`,
        place,
        after,
        apply: replaceAt(place, after),
      }));
  });
}

function stepOf(text: string, isDuration: boolean): string {
  const value = numberIn(text);
  if (value === undefined) return `0.02 * (${text})`;
  return isDuration ? String(Math.max(1, Math.round(0.02 * value))) : '1';
}

function changed(text: string, by: string): string {
  const value = numberIn(text);
  if (value === undefined) return `(${text}) ${by}`;
  const after = value + Number(by.replace(' ', ''));
  return text.endsWith('kb') ? `${after}b` : String(after);
}

/** Of a product of numbers or a size. Undefined: it is computed from other constants. */
export function numberIn(text: string): number | undefined {
  const plain = text.replaceAll('_', '');
  const [, kilobytes] = /^(\d+)kb$/.exec(plain) ?? [];
  if (kilobytes) return Number(kilobytes) * 1024;
  if (!/^[\d. *]+$/.test(plain)) return undefined;
  return plain.split(' * ').reduce((product, factor) => product * Number(factor), 1);
}

function replaceAt({ start, end }: Place, after: string) {
  return (source: string) => source.slice(0, start) + after + source.slice(end);
}
