// The faults that change the request before the operation runs.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Request, Response } from 'express';
import { otherAttendeeIdKey } from '../api/operation.ts';
import type { Convention } from '../records/convention.ts';
import type { Fault } from './fault.ts';

interface RequestContext {
  req: Request;
  res: Response;
  convention: Convention;
}

/** Changes or delays the request as the fault says. */
export async function alterRequest(
  fault: Fault,
  { req, res, convention }: RequestContext,
): Promise<void> {
  switch (fault.fault) {
    case 'slow':
      await sleep(fault.ms);
      return;
    case 'filter-ignored':
      return replaceUserIds(req, convention.allIds());
    case 'someone-else': {
      const id = String(convention.findByKey(fault.answered)?.user.id);
      res.locals[otherAttendeeIdKey] = id;
      return replaceUserIds(req, [id]);
    }
    case 'endless-cursor':
      // The cursors of this fault lead nowhere: every page is the first one.
      req.url = req.url.replace(/([?&])nextPage=[^&]*/, '$1');
      delete req.body?.nextPage;
  }
}

function replaceUserIds({ body }: Request, userIds: string[]): void {
  if (body?.filter?.userIds !== undefined) body.filter.userIds = userIds;
}
