// What app.ts passes to every page. Each page uses only what it destructures.
import type { Request } from 'express';
import type { CachedRecords } from '../convention/record-cache.ts';
import type { Config } from '../settings/config.ts';
import type { PathOf } from '../web/page.ts';
import type { Views } from '../web/views.ts';
import type { EventDays } from '../web/words/event-days.ts';

/** The settings that pages may use. None of them is a secret. */
type PageSettings = Pick<Config, 'publicUrl' | 'scopes' | 'limits' | 'event'> &
  Pick<
    Config['convention'],
    | 'name'
    | 'siteUrl'
    | 'registrationUrl'
    | 'logoutUrl'
    | 'promptLogin'
    | 'pictureOrigins'
    | 'timeZone'
  >;

export interface PageDependencies extends PageSettings {
  readonly views: Views;
  /** The path of another page, if this site has it. */
  readonly pathOf: PathOf;
  /** When the convention takes place, if that is known. */
  readonly eventDays: () => Promise<EventDays | undefined>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /**
   * Access to the records of the logged-in attendee, which an earlier page may have read a moment
   * ago. Throws LoginError if nobody is logged in.
   */
  readonly recordsOf: (req: Request) => CachedRecords;
  /** The scopes that this site asks for and an attendee may refuse. */
  readonly optionalScopes: readonly string[];
  /** The scopes of the site's own credential; empty if it has none. */
  readonly serviceScopes: readonly string[];
}
