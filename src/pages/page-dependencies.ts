// What every page gets from app.ts.
import type { Request } from 'express';
import type { OwnRecords } from '../convention/own-records.ts';
import type { Views } from '../web/views.ts';

export interface PageDependencies {
  readonly views: Views;
  /** The convention's records of whoever is logged in. Throws LoginError where nobody is. */
  readonly recordsOf: (req: Request) => OwnRecords;
  /** What an attendee may leave out of what they share, as far as this site asks for it. */
  readonly optionalScopes: readonly string[];
}
