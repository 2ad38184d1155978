// The name in the header of every page: the newest that a page of this login has read. The session
// holds it, for pages that read no record and for other instances.
import type { Request } from 'express';
import { headerName } from './person.ts';

declare module 'express-session' {
  interface SessionData {
    /** Set when the name is no longer the one of the login. */
    visitorName?: string;
  }
}

export function visitorNameOf({ attendee, session }: Request): string | undefined {
  return attendee && (session?.visitorName ?? attendee.name);
}

/** To be called with each record of the attendee that the convention has just sent. */
export function keepVisitorName(req: Request, user: Parameters<typeof headerName>[0]): void {
  const name = headerName(user);
  // A log-out in the meantime leaves no session.
  if (req.session && name !== visitorNameOf(req)) req.session.visitorName = name;
}
