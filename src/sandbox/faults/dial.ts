// The fault dial: which faults are set, and `/faults` to set them.
import express, { Router } from 'express';
import { z } from 'zod';
import { invalidRequest } from '../api/errors.ts';
import { FAULT, type Fault } from './fault.ts';

const FAULTS = z.array(FAULT);

/** A call that a fault might happen to; `attendees` are the keys of those it is about. */
export interface FaultyCall {
  method: string;
  path: string;
  attendees: readonly string[];
}

/** The faults that are set now. */
export interface FaultDial {
  isOff(): boolean;
  /** Returns the faults, of those that `counts`, that happen to this call, and counts them as happened. */
  take(call: FaultyCall, counts?: (fault: Fault) => boolean): Fault[];
  set(faults: Fault[]): void;
  get(): readonly Fault[];
}

/** Returns a dial without any fault. */
export function createFaultDial(): FaultDial {
  let faults: Fault[] = [];
  return {
    isOff: () => faults.length === 0,
    take: (call, counts = () => true) => {
      const taken = faults.filter((fault) => counts(fault) && happensTo(fault, call));
      faults = faults
        .map((fault) => (taken.includes(fault) ? onceLess(fault) : fault))
        .filter(({ times }) => times !== 0);
      return taken;
    },
    set: (wanted) => {
      faults = wanted;
    },
    get: () => faults,
  };
}

/** Returns the routes of the dial: PUT sets all faults, DELETE clears them, GET shows them and what PUT takes. */
export function faultRoutes(dial: FaultDial, isAttendee: (key: string) => boolean): Router {
  const routes = Router();
  const schema = z.toJSONSchema(FAULTS, { io: 'input' });
  routes
    .route('/faults')
    .get((_req, res) => res.json({ faults: dial.get(), schema }))
    .put(express.json(), (req, res) => {
      const wanted = FAULTS.safeParse(req.body);
      if (!wanted.success) throw invalidRequest(z.prettifyError(wanted.error));
      for (const one of wanted.data) {
        const named = [one.attendee, one.fault === 'someone-else' ? one.answered : undefined];
        for (const key of named) if (key !== undefined && !isAttendee(key)) throw invalidRequest(`no attendee ${key}`);
      }
      dial.set(wanted.data);
      res.json({ faults: dial.get() });
    })
    .delete((_req, res) => {
      dial.set([]);
      res.status(204).end();
    });
  return routes;
}

function happensTo({ route, attendee }: Fault, { method, path, attendees }: FaultyCall): boolean {
  if (attendee !== undefined && !attendees.includes(attendee)) return false;
  if (route === '*') return path.startsWith('/api/');
  const [wantedMethod, wantedPath = ''] = route.split(' ');
  const wanted = wantedPath.split('/');
  const given = path.split('/');
  return (
    wantedMethod === method &&
    wanted.length === given.length &&
    wanted.every((segment, position) => /^\{\w+\}$/.test(segment) || segment === given[position])
  );
}

function onceLess(fault: Fault): Fault {
  return fault.times === undefined ? fault : { ...fault, times: fault.times - 1 };
}
