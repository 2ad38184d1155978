// What every page says about the convention.
import { textOn } from '../contrast.ts';
import type { Config } from '../settings/config.ts';
import type { Assets } from './assets.ts';
import { defaultAccent } from './theme.ts';

/** What templates find about the convention: the same on every page. */
export interface ConventionView {
  readonly logo: string | undefined;
  /** The colors of the convention. */
  readonly band: { readonly accent: string; readonly onAccent: string };
  readonly siteUrl: string;
  readonly registrationUrl: string;
  /** Whom to ask for help; the text is the address of a mail or a page. */
  readonly help:
    | { readonly href: string; readonly text: string; readonly isMail: boolean }
    | undefined;
  /** The convention's own legal pages. */
  readonly imprintUrl: string | undefined;
  readonly privacyUrl: string | undefined;
  /** NOTICE: what the operator wants all visitors to know, as it was typed. */
  readonly siteNotice: string | undefined;
  /** How an attendee gets to another account, if there is a way. */
  readonly switchAccountBy: 'login' | 'log-out' | undefined;
}

export function describeConvention(
  convention: Config['convention'],
  assets: Assets,
): ConventionView {
  const { accent = defaultAccent } = convention;
  return {
    logo: convention.logo && assets.url(convention.logo.file),
    band: { accent, onAccent: textOn(accent) },
    siteUrl: convention.siteUrl.href,
    registrationUrl: convention.registrationUrl.href,
    help: convention.help && {
      ...convention.help,
      isMail: convention.help.href.startsWith('mailto:'),
    },
    imprintUrl: convention.imprintUrl?.href,
    privacyUrl: convention.privacyUrl?.href,
    siteNotice: convention.siteNotice,
    switchAccountBy: howToSwitchAccount(convention),
  };
}

/**
 * How an attendee gets to another account: by a login that asks who it is, or by a log-out here and
 * then at the convention. After a log-out here alone, a login leads into the same account.
 */
function howToSwitchAccount({
  promptLogin,
  logoutUrl,
}: Config['convention']): ConventionView['switchAccountBy'] {
  if (promptLogin) return 'login';
  return logoutUrl && 'log-out';
}
