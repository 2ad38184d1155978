// The active faults, and the routes at `/faults` that set them.
import express, { Router } from 'express';
import { z } from 'zod';
import { invalidRequest } from '../api/errors.ts';
import { type Fault, faultSchema } from './fault.ts';

const faultsSchema = z.array(faultSchema);
const jsonSchema = z.toJSONSchema(faultsSchema, { io: 'input' });

/** `attendees`: the keys of all attendees in the call's token, path and filter. */
export interface FaultyCall {
  method: string;
  path: string;
  attendees: readonly string[];
}

export interface ActiveFaults {
  isEmpty(): boolean;
  /**
   * Returns the active faults that match this call and `isCandidate`, and decrements the `times` of
   * each.
   */
  take(call: FaultyCall, isCandidate?: (fault: Fault) => boolean): Fault[];
  set(faults: Fault[]): void;
  get(): readonly Fault[];
}

export function createActiveFaults(): ActiveFaults {
  let faults: Fault[] = [];
  return {
    isEmpty: () => faults.length === 0,
    take: (call, isCandidate = () => true) => {
      const taken = faults.filter((fault) => isCandidate(fault) && appliesTo(fault, call));
      faults = faults
        .map((fault) => (taken.includes(fault) ? decrementTimes(fault) : fault))
        .filter(({ times }) => times !== 0);
      return taken;
    },
    set: (newFaults) => {
      faults = newFaults;
    },
    get: () => faults,
  };
}

/**
 * PUT replaces all faults, DELETE clears them, and GET returns them with the JSON schema for PUT.
 */
export function faultRoutes(
  activeFaults: ActiveFaults,
  isAttendee: (key: string) => boolean,
): Router {
  const routes = Router();
  routes
    .route('/faults')
    .get((_req, res) => res.json({ faults: activeFaults.get(), schema: jsonSchema }))
    .put(express.json(), (req, res) => {
      const parsed = faultsSchema.safeParse(req.body);
      if (!parsed.success) throw invalidRequest(z.prettifyError(parsed.error));
      for (const one of parsed.data) {
        const keys = [one.attendee, one.fault === 'someone-else' ? one.answered : undefined];
        for (const key of keys)
          if (key !== undefined && !isAttendee(key)) throw invalidRequest(`no attendee ${key}`);
      }
      activeFaults.set(parsed.data);
      res.json({ faults: activeFaults.get() });
    })
    .delete((_req, res) => {
      activeFaults.set([]);
      res.status(204).end();
    });
  return routes;
}

function appliesTo({ route, attendee }: Fault, { method, path, attendees }: FaultyCall): boolean {
  if (attendee !== undefined && !attendees.includes(attendee)) return false;
  if (route === '*') return path.startsWith('/api/');
  const [routeMethod, routePath = ''] = route.split(' ');
  const routeSegments = routePath.split('/');
  const pathSegments = path.split('/');
  return (
    routeMethod === method &&
    routeSegments.length === pathSegments.length &&
    routeSegments.every(
      (segment, position) => /^\{\w+\}$/.test(segment) || segment === pathSegments[position],
    )
  );
}

function decrementTimes(fault: Fault): Fault {
  return fault.times === undefined ? fault : { ...fault, times: fault.times - 1 };
}
