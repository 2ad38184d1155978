// Faults that change the JSON of a response, or slow it down.
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { allFields } from '../api/current-user.ts';
import type { Convention } from '../records/convention.ts';
import type { Fault } from './fault.ts';

type JsonObject = Record<string, unknown>;

export function alterResponse(
  body: unknown,
  { faults, convention }: { faults: Fault[]; convention: Convention },
) {
  return faults.reduce((altered, fault) => alterBy(fault, altered, convention), body);
}

/** Sends the body as JSON, one byte at a time, with a pause of `milliseconds` after each byte. */
export function drip(body: unknown, milliseconds: number): Readable {
  return Readable.from(
    (async function* () {
      for (const byte of Buffer.from(JSON.stringify(body))) {
        yield Buffer.of(byte);
        await sleep(milliseconds);
      }
    })(),
    { objectMode: false, highWaterMark: 1 },
  );
}

function alterBy(fault: Fault, body: unknown, convention: Convention): unknown {
  switch (fault.fault) {
    case 'missing-fields':
      return changeFields(body, (name, value) =>
        fault.fields.includes(name) ? [] : [[name, value]],
      );
    case 'null-fields':
      return changeFields(body, (name, value) => [
        [name, fault.fields.includes(name) ? null : value],
      ]);
    case 'replaced-text':
      return changeFields(body, (name, value) => [
        [name, fault.fields.includes(name) ? fault.text.repeat(fault.repeated) : value],
      ]);
    case 'id-type':
      return changeFields(body, (name, value) => [
        [name, name === 'id' || name === 'sub' ? swapIdType(value) : value],
      ]);
    case 'unshared-fields':
      return isCurrentUser(body) ? { ...allFieldsOf(body.sub, convention), ...body } : body;
    case 'endless-cursor':
      if (!isObject(body) || !('data' in body)) return body;
      return {
        ...body,
        nextPage: fault.cursor === 'repeated' ? 'again' : randomBytes(9).toString('hex'),
        ...('hasMore' in body && { hasMore: true }),
      };
    default:
      return body;
  }
}

function changeFields(
  body: unknown,
  change: (name: string, value: unknown) => [string, unknown][],
): unknown {
  if (Array.isArray(body)) return body.map((item) => changeFields(item, change));
  if (!isObject(body)) return body;
  const changed = Object.entries(body).flatMap(([name, value]) =>
    change(name, changeFields(value, change)),
  );
  return Object.fromEntries(changed);
}

function swapIdType(id: unknown): unknown {
  return typeof id === 'number' ? String(id) : Number(id);
}

function allFieldsOf(id: string, convention: Convention): JsonObject {
  const attendee = convention.find(id);
  return attendee === undefined ? {} : allFields(convention, attendee);
}

function isCurrentUser(body: unknown): body is JsonObject & { sub: string } {
  return isObject(body) && typeof body.sub === 'string';
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
