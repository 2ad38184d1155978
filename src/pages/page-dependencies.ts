// What every page gets from app.ts; each takes what it needs.
import type { Request } from 'express';
import type { Config } from '../config.ts';
import type { OwnRecords } from '../convention/own-records.ts';
import type { Views } from '../web/views.ts';

/** The settings that pages are made with. No secret is among them. */
type PageSettings = Pick<Config, 'publicUrl' | 'scopes' | 'limits'> &
  Pick<Config['convention'], 'registrationUrl' | 'logoutUrl' | 'pictureOrigins' | 'timeZone'>;

export interface PageDependencies extends PageSettings {
  readonly views: Views;
  /** The convention's records of whoever is logged in. Throws LoginError where nobody is. */
  readonly recordsOf: (req: Request) => OwnRecords;
  /** What an attendee may leave out of what they share, as far as this site asks for it. */
  readonly optionalScopes: readonly string[];
  /** What the site's own credential may read; empty where there is none. */
  readonly serviceScopes: readonly string[];
}
