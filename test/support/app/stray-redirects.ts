import type { Recording } from './leaks.ts';

/**
 * Returns every redirect that is not a 303 or whose target the settings do not allow, and every
 * `Refresh` header that has a delay, comes with a `Location`, or does not lead to a path of the
 * app.
 */
export function findStrayRedirects({ app, settings, exchanges }: Recording): string[] {
  return exchanges
    .filter(
      ({ server, answered }) =>
        server === app && (answered.headers.location || answered.headers.refresh),
    )
    .filter(({ status, answered: { headers } }) => {
      if (headers.refresh) return headers.location || !ownRefresh.test(String(headers.refresh));
      const target = new URL(String(headers.location), settings[0]?.PUBLIC_URL);
      return status !== 303 || !settings.some((given) => isKnown(target, given));
    })
    .map(
      ({ status, address, answered: { headers } }) =>
        `${status} from ${address} to ${headers.location ?? headers.refresh}`,
    );
}

const ownRefresh = /^0; url=\/(?![/\\])[!-~]*$/;

function isKnown(target: URL, settings: Readonly<Record<string, string>>): boolean {
  const {
    PUBLIC_URL = '',
    CONVENTION_URL = '',
    OAUTH_AUTHORIZATION_URL,
    RETURN_ORIGINS = '',
  } = settings;
  const authorization = new URL(
    OAUTH_AUTHORIZATION_URL ?? `${CONVENTION_URL.replace(/\/$/, '')}/oauth/authorize`,
  );
  const returns = [PUBLIC_URL, ...RETURN_ORIGINS.split(',')]
    .filter(Boolean)
    .map((url) => new URL(url).origin);
  return returns.includes(target.origin) || target.origin + target.pathname === authorization.href;
}
