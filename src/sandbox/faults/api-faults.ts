// Applies faults to every route: they change the request, change the response, or replace it.
import type { Request, RequestHandler } from 'express';
import type { Provider } from 'oidc-provider';
import type { Convention } from '../records/convention.ts';
import type { FaultDial } from './dial.ts';
import { appliesBeforeOperation, type Fault, replacesResponse } from './fault.ts';
import { sendFault } from './instead.ts';
import { alterResponse, drip } from './spoil-answer.ts';
import { alterRequest } from './spoil-request.ts';
import { tokenPath } from './token-faults.ts';

interface Dependencies {
  dial: FaultDial;
  provider: Provider;
  convention: Convention;
}

/** Returns a handler that applies the active faults to the requests that pass it. */
export function apiFaults(dependencies: Dependencies): RequestHandler {
  const { dial, convention } = dependencies;
  return async (req, res, next) => {
    if (dial.isOff()) return next();
    const faults = takeFaults(dial, {
      method: req.method,
      path: req.path,
      attendees: await attendeesOf(req, dependencies),
    });
    for (const fault of faults) {
      if (replacesResponse(fault) && appliesBeforeOperation(fault)) return sendFault(res, fault);
      await alterRequest(fault, { req, res, convention });
    }
    if (faults.length === 0) return next();
    const json = res.json.bind(res);
    res.json = (body) => {
      const answer = alterResponse(body, { faults, convention });
      const instead = faults.find(replacesResponse);
      if (instead !== undefined) {
        void sendFault(res, instead);
        return res;
      }
      const dripFault = faults.find((fault) => fault.fault === 'drip');
      if (dripFault === undefined) return json(answer);
      return drip(answer, dripFault.ms).pipe(res.type('json'));
    };
    next();
  };
}

function takeFaults(dial: FaultDial, call: Parameters<FaultDial['take']>[0]): Fault[] {
  // The attendee is not known yet here: token-faults.ts applies the other faults.
  if (call.path === tokenPath)
    return dial.take(
      call,
      (fault) => appliesBeforeOperation(fault) && fault.attendee === undefined,
    );
  return dial.take(call);
}

async function attendeesOf(
  req: Request,
  { provider, convention }: Dependencies,
): Promise<string[]> {
  const token = await provider.AccessToken.find(
    req.get('authorization')?.replace(/^Bearer /i, '') ?? '',
  );
  const idInPath = /^\/api\/(?:v0\/)?users\/(\d+)/.exec(req.path)?.[1];
  const idsInFilter: unknown[] = [req.body?.filter?.userIds ?? []].flat();
  return [token?.accountId, idInPath, ...idsInFilter].flatMap(
    (id) => convention.find(String(id))?.key ?? [],
  );
}
