// Looks where the app sends browsers: within itself, to the convention's authorization page, and nowhere else.
import type { Heard } from './leaks.ts';

/** Answers each redirect of the app that is no 303, or that leads to where no setting says. */
export function findStrayRedirects({ app, settings, exchanges }: Heard): string[] {
  return exchanges
    .filter(({ server, answered }) => server === app && (answered.headers.location || answered.headers.refresh))
    .filter(({ status, answered: { headers } }) => {
      const target = new URL(String(headers.location ?? headers.refresh), settings[0]?.PUBLIC_URL);
      return status !== 303 || !settings.some((given) => isKnown(target, given));
    })
    .map(({ status, address, answered: { headers } }) => `${status} from ${address} to ${headers.location}`);
}

function isKnown(target: URL, settings: Readonly<Record<string, string>>): boolean {
  const { PUBLIC_URL = '', CONVENTION_URL = '', OAUTH_AUTHORIZATION_URL, RETURN_ORIGINS = '' } = settings;
  const authorization = new URL(OAUTH_AUTHORIZATION_URL ?? `${CONVENTION_URL.replace(/\/$/, '')}/oauth/authorize`);
  const returns = [PUBLIC_URL, ...RETURN_ORIGINS.split(',')].filter(Boolean).map((address) => new URL(address).origin);
  return returns.includes(target.origin) || target.origin + target.pathname === authorization.href;
}
