// The faults that change the JSON of a response, or slow it down.
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { allFields } from '../api/current-user.ts';
import type { Convention } from '../records/convention.ts';
import type { Fault } from './fault.ts';

type Answer = Record<string, unknown>;

export function alterResponse(
  answer: unknown,
  { faults, convention }: { faults: Fault[]; convention: Convention },
) {
  return faults.reduce((altered, fault) => alterBy(fault, altered, convention), answer);
}

/** Returns the body as JSON, one byte at a time, with a pause of `milliseconds` after each byte. */
export function drip(answer: unknown, milliseconds: number): Readable {
  return Readable.from(
    (async function* () {
      for (const byte of Buffer.from(JSON.stringify(answer))) {
        yield Buffer.of(byte);
        await sleep(milliseconds);
      }
    })(),
    { objectMode: false, highWaterMark: 1 },
  );
}

function alterBy(fault: Fault, answer: unknown, convention: Convention): unknown {
  switch (fault.fault) {
    case 'missing-fields':
      return changeFields(answer, (name, value) =>
        fault.fields.includes(name) ? [] : [[name, value]],
      );
    case 'null-fields':
      return changeFields(answer, (name, value) => [
        [name, fault.fields.includes(name) ? null : value],
      ]);
    case 'replaced-text':
      return changeFields(answer, (name, value) => [
        [name, fault.fields.includes(name) ? fault.text.repeat(fault.repeated) : value],
      ]);
    case 'id-type':
      return changeFields(answer, (name, value) => [
        [name, name === 'id' || name === 'sub' ? swapIdType(value) : value],
      ]);
    case 'unshared-fields':
      return isCurrentUser(answer) ? { ...allFieldsOf(answer.sub, convention), ...answer } : answer;
    case 'endless-cursor':
      if (!isObject(answer) || !('data' in answer)) return answer;
      return {
        ...answer,
        nextPage: fault.cursor === 'repeated' ? 'again' : randomBytes(9).toString('hex'),
        ...('hasMore' in answer && { hasMore: true }),
      };
    default:
      return answer;
  }
}

function changeFields(
  answer: unknown,
  change: (name: string, value: unknown) => [string, unknown][],
): unknown {
  if (Array.isArray(answer)) return answer.map((item) => changeFields(item, change));
  if (!isObject(answer)) return answer;
  const changed = Object.entries(answer).flatMap(([name, value]) =>
    change(name, changeFields(value, change)),
  );
  return Object.fromEntries(changed);
}

function swapIdType(id: unknown): unknown {
  return typeof id === 'number' ? String(id) : Number(id);
}

function allFieldsOf(id: string, convention: Convention): Answer {
  const attendee = convention.find(id);
  return attendee === undefined ? {} : allFields(convention, attendee);
}

function isCurrentUser(answer: unknown): answer is Answer & { sub: string } {
  return isObject(answer) && typeof answer.sub === 'string';
}

function isObject(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
