// Defines a page of this site and what its routes depend on. app.ts lists the pages.
import type { Request, Router } from 'express';
import type { CachedRecords } from '../convention/record-cache.ts';
import type { Sharing } from '../login/add-ons/sharing.ts';
import type { Login, SessionLimits } from '../login/login.ts';
import type { Config } from '../settings/config.ts';
import type { Page, PathOf } from '../web/page.ts';
import type { KeptBadges } from '../web/requests/kept-badges.ts';
import type { SessionEnd } from '../web/session-warning.ts';
import type { SharingNotices } from '../web/sharing-notice.ts';
import type { Views } from '../web/views.ts';
import type { EventTime } from '../web/words/event-times.ts';
import type { Translate } from '../web/words/messages.ts';

export interface SitePage extends Page {
  readonly routes: (dependencies: PageDependencies) => Router;
}

/** The settings that pages may use. They do not contain secrets. */
type PageSettings = Pick<Config, 'publicUrl' | 'scopes' | 'event' | 'badge' | 'returnResult'> &
  Pick<
    Config['convention'],
    | 'siteUrl'
    | 'registrationUrl'
    | 'logoutUrl'
    | 'promptLogin'
    | 'pictureOrigins'
    | 'timeZone'
    | 'accent'
  > & { readonly conventionName: Config['convention']['name'] };

export interface PageDependencies extends PageSettings {
  readonly limits: SessionLimits;
  readonly views: Views;
  readonly login: PageLogin;
  /** This site's pages, in navigation order. */
  readonly pages: readonly Page[];
  /** Returns the path of another page, or undefined if this site leaves it out. */
  readonly pathOf: PathOf;
  /** Resolves to the stage of the convention (such as `before`), and whether the desk is open. */
  readonly eventNow: () => Promise<EventTime>;
  /** Messages per language, keyed by ISO 639 code. */
  readonly languages: ReadonlyMap<string, Translate>;
  /** Returns when this request's session ends. Undefined if nobody is logged in. */
  readonly sessionEndOf: (req: Request) => SessionEnd | undefined;
  /** Controls the badge copies that browsers keep for offline use. */
  readonly keptBadges: KeptBadges;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /**
   * Returns the logged-in attendee's records, cached if an earlier page has just read them. Throws
   * LoginError if nobody is logged in.
   */
  readonly recordsOf: (req: Request) => CachedRecords;
  /** The scopes that this site requests and that attendees may refuse. */
  readonly optionalScopes: readonly string[];
  /** The scopes of the site's own credential. Empty if the site does not have one. */
  readonly serviceScopes: readonly string[];
}

interface PageLogin
  extends Pick<Login, 'paths' | 'logInPath' | 'requireLogin' | 'checkForm' | 'logOutEverywhere'> {
  readonly sharing: Sharing;
  readonly notices: SharingNotices;
}
