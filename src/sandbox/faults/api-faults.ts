// Faults at every route: what is asked is changed, or what is answered, or something else is answered instead.
import type { Request, RequestHandler } from 'express';
import type { Provider } from 'oidc-provider';
import type { Convention } from '../records/convention.ts';
import type { FaultDial } from './dial.ts';
import { type Fault, isEarly, isInstead } from './fault.ts';
import { answerInstead } from './instead.ts';
import { drip, spoilAnswer } from './spoil-answer.ts';
import { spoilRequest } from './spoil-request.ts';
import { TOKEN_PATH } from './token-faults.ts';

/** What decides on a fault. */
interface Surroundings {
  dial: FaultDial;
  provider: Provider;
  convention: Convention;
}

/** Returns a handler that lets the faults that are set happen to the requests after it. */
export function apiFaults({ dial, provider, convention }: Surroundings): RequestHandler {
  return async (req, res, next) => {
    if (dial.isOff()) return next();
    const faults = takeFaults({ method: req.method, path: req.path, attendees: await attendeesOf(req) });
    for (const fault of faults) {
      if (isInstead(fault) && isEarly(fault)) return answerInstead(res, fault);
      await spoilRequest(fault, { req, res, convention });
    }
    if (faults.length === 0) return next();
    const json = res.json.bind(res);
    res.json = (body) => {
      const answer = spoilAnswer(body, { faults, convention });
      const instead = faults.find(isInstead);
      if (instead !== undefined) {
        void answerInstead(res, instead);
        return res;
      }
      const slowly = faults.find((fault) => fault.fault === 'drip');
      if (slowly === undefined) return json(answer);
      return drip(answer, slowly.ms).pipe(res.type('json'));
    };
    next();
  };

  function takeFaults(call: Parameters<FaultDial['take']>[0]): Fault[] {
    // Whose tokens are asked for is not known yet: token-faults.ts takes care of the rest.
    if (call.path === TOKEN_PATH) return dial.take(call, (fault) => isEarly(fault) && fault.attendee === undefined);
    return dial.take(call);
  }

  async function attendeesOf(req: Request): Promise<string[]> {
    const token = await provider.AccessToken.find(req.get('authorization')?.replace(/^Bearer /i, '') ?? '');
    const inPath = /^\/api\/(?:v0\/)?users\/(\d+)/.exec(req.path)?.[1];
    const inFilter: unknown[] = [req.body?.filter?.userIds ?? []].flat();
    return [token?.accountId, inPath, ...inFilter].flatMap((id) => convention.find(String(id))?.key ?? []);
  }
}
