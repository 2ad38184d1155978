// View model for the privacy page: which data this site reads and stores, and its cookies. Pure.
import { isolated } from '../../text.ts';
import { createRows } from '../../web/rows.ts';
import { scopeRow } from '../../web/scope-rows.ts';
import { formatList, type Translate } from '../../web/words/messages.ts';
import type { PageDependencies } from '../page-dependencies.ts';

/** The cookies that the page explains, by the fixed part of their names. */
const cookies = ['login', 'sid', 'round-trips', 'notice', 'scopes', 'language', 'kept-badge'];

type PrivacySettings = Pick<
  PageDependencies,
  'scopes' | 'optionalScopes' | 'serviceScopes' | 'pictureOrigins' | 'limits'
>;

export function privacyView(options: PrivacySettings & { words: Translate }) {
  const { scopes, optionalScopes, serviceScopes, pictureOrigins, limits, words } = options;
  const { textRow } = createRows(words);
  const list = (texts: readonly string[]) => formatList(texts, words);
  const own = list(serviceScopes.map((scope) => words(`sharing.own.${scope}`)));
  const hosts = list(pictureOrigins.map((origin) => isolated(new URL(origin).host)));
  const time = { minutes: limits.idleSeconds / 60, hours: limits.absoluteSeconds / 3600 };

  return {
    heading: words('privacy.heading'),
    short: [
      words('privacy.lead'),
      words('privacy.short', time),
      words('privacy.cookies.text'),
      words('privacy.say.text'),
    ],
    read: [
      ...scopes.map((scope) => scopeRow(scope, words)),
      ...(own ? [textRow(words('sharing.own'), words('sharing.own.text', { what: own }))] : []),
      ...(hosts
        ? [textRow(words('privacy.picture'), words('privacy.picture.text', { hosts }))]
        : []),
    ],
    kept: [
      textRow(words('privacy.kept.login'), words('privacy.kept.login.text', time)),
      ...(optionalScopes.length > 0
        ? [textRow(words('privacy.kept.stopped'), words('privacy.kept.stopped.text'))]
        : []),
      textRow(words('privacy.kept.details'), words('privacy.kept.details.text', time)),
      textRow(words('privacy.kept.badge'), words('privacy.kept.badge.text')),
      textRow(words('privacy.kept.log'), words('privacy.kept.log.text')),
    ],
    cookies: cookies.map((name) => textRow(name, words(`privacy.cookie.${name}`))),
  };
}
