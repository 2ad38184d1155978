// The name in the header of every page is the latest one that a page has read. The session stores
// it for other instances, and for pages that do not read records.
import type { Request } from 'express';
import { headerName } from './person.ts';

declare module 'express-session' {
  interface SessionData {
    /** Set when the name has changed since the login. */
    visitorName?: string;
  }
}

export function visitorNameOf({ attendee, session }: Request): string | undefined {
  return attendee && (session?.visitorName ?? attendee.name);
}

/** Call this with each freshly read record of the attendee. */
export function keepVisitorName(req: Request, user: Parameters<typeof headerName>[0]): void {
  const name = headerName(user);
  // A concurrent log-out may have removed the session.
  if (req.session && name !== visitorNameOf(req)) req.session.visitorName = name;
}
