// The faults that change what is asked, before the operation sees it.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Request, Response } from 'express';
import { SOMEONE_ELSE } from '../api/operation.ts';
import type { Convention } from '../records/convention.ts';
import type { Fault } from './fault.ts';

/** A request, and the convention it is asked of. */
interface Asked {
  req: Request;
  res: Response;
  convention: Convention;
}

/** Changes the request as the fault says, or waits as long as it says. */
export async function spoilRequest(fault: Fault, { req, res, convention }: Asked): Promise<void> {
  switch (fault.fault) {
    case 'slow':
      await sleep(fault.ms);
      return;
    case 'filter-ignored':
      return replaceUserIds(req, convention.everyId());
    case 'someone-else': {
      const id = String(convention.findByKey(fault.answered)?.user.id);
      res.locals[SOMEONE_ELSE] = id;
      return replaceUserIds(req, [id]);
    }
    case 'endless-cursor':
      // The cursors it gives out lead nowhere: each part is the first one.
      req.url = req.url.replace(/([?&])nextPage=[^&]*/, '$1');
      delete req.body?.nextPage;
  }
}

function replaceUserIds({ body }: Request, userIds: string[]): void {
  if (body?.filter?.userIds !== undefined) body.filter.userIds = userIds;
}
