// Applies faults to every route, except for the faults that token-faults.ts applies. A fault delays
// or changes the request, or changes or replaces the response.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Request, RequestHandler, Response } from 'express';
import type { Provider } from 'oidc-provider';
import { otherAttendeeIdKey } from '../api/operation.ts';
import { refusesUnknownParametersKey } from '../oauth/known-parameters.ts';
import { tokenPath } from '../oauth/provider.ts';
import type { Convention } from '../records/convention.ts';
import type { ActiveFaults } from './active-faults.ts';
import { alterResponse, drip } from './alter-response.ts';
import { appliesBeforeOperation, type Fault, replacesResponse } from './fault.ts';
import { replaceResponse } from './replace-response.ts';

interface Dependencies {
  activeFaults: ActiveFaults;
  provider: Provider;
  convention: Convention;
}

export function apiFaults(dependencies: Dependencies): RequestHandler {
  const { activeFaults, convention } = dependencies;
  return async (req, res, next) => {
    if (activeFaults.isEmpty()) return next();
    const faults = takeFaults(activeFaults, {
      method: req.method,
      path: req.path,
      attendees: await attendeesOf(req, dependencies),
    });
    for (const fault of faults) {
      if (replacesResponse(fault) && appliesBeforeOperation(fault))
        return replaceResponse(res, fault);
      await alterRequest(fault, { req, res, convention });
    }
    if (faults.length === 0) return next();
    const json = res.json.bind(res);
    res.json = (body) => {
      const altered = alterResponse(body, { faults, convention });
      const instead = faults.find(replacesResponse);
      if (instead !== undefined) {
        void replaceResponse(res, instead);
        return res;
      }
      const dripFault = faults.find((fault) => fault.fault === 'drip');
      if (dripFault === undefined) return json(altered);
      return drip(altered, dripFault.ms).pipe(res.type('json'));
    };
    next();
  };
}

function takeFaults(
  activeFaults: ActiveFaults,
  call: Parameters<ActiveFaults['take']>[0],
): Fault[] {
  // The attendee behind a token request is not known yet, so token-faults.ts applies faults for a
  // single attendee. It also applies faults that need the response.
  if (call.path === tokenPath)
    return activeFaults.take(
      call,
      (fault) => appliesBeforeOperation(fault) && fault.attendee === undefined,
    );
  return activeFaults.take(call);
}

async function alterRequest(
  fault: Fault,
  { req, res, convention }: { req: Request; res: Response; convention: Convention },
): Promise<void> {
  switch (fault.fault) {
    case 'slow':
      await sleep(fault.ms);
      return;
    case 'unknown-parameters':
      res.locals[refusesUnknownParametersKey] = true;
      return;
    case 'filter-ignored':
      return replaceUserIds(req, convention.allIds());
    case 'someone-else': {
      const id = String(convention.findByKey(fault.answered)?.user.id);
      res.locals[otherAttendeeIdKey] = id;
      return replaceUserIds(req, [id]);
    }
    case 'endless-cursor':
      // This fault makes up its cursors, so a request with any cursor gets the first page.
      req.url = req.url.replace(/([?&])nextPage=[^&]*/, '$1');
      delete req.body?.nextPage;
  }
}

function replaceUserIds({ body }: Request, userIds: string[]): void {
  if (body?.filter?.userIds !== undefined) body.filter.userIds = userIds;
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
