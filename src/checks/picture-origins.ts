// Finds profile pictures that no page shows because PICTURE_ORIGINS does not list their origin. The
// running site notices them when people log in and stores the origin in Redis, where the doctor
// finds it.
import type { Log } from '../log/log.ts';
import { type KeyStore, keyPrefixes } from '../login/login.ts';
import type { Config } from '../settings/config.ts';
import { fromOutside, parsePictureUrl } from '../text.ts';
import type { Finding } from './finding.ts';

const originsKey = `${keyPrefixes.sessionEnd}marker-pictures`;
const storedSeconds = 30 * 24 * 3600;

type PictureSettings = Pick<Config['convention'], 'pictureOrigins'>;

interface WatchOptions extends PictureSettings {
  readonly keys: Pick<KeyStore, 'addToSet'>;
  readonly log: Log;
}

/**
 * Returns a function to call with the picture URL of each person who logs in. It reports only the
 * first missing origin, because all pictures usually have the same one.
 */
export function watchPictures({ keys, log, pictureOrigins }: WatchOptions) {
  let isReported = false;
  return (picture: unknown): void => {
    const origin = isReported ? undefined : missingOrigin(picture, pictureOrigins);
    if (!origin) return;
    isReported = true;
    const { what, why, fix } = findingOf(origin, pictureOrigins);
    log.warn({ why, fix }, what);
    // Without Redis, only the log line remains.
    keys.addToSet(originsKey, origin, storedSeconds).catch(() => {});
  };
}

/** Rejects if Redis fails. */
export async function pictureFindings(
  keys: Pick<KeyStore, 'membersOf'>,
  { pictureOrigins }: PictureSettings,
): Promise<Finding[]> {
  const origins = [...(await keys.membersOf(originsKey)).keys()];
  const missing = origins.flatMap((origin) => missingOrigin(origin, pictureOrigins) ?? []);
  return missing.slice(0, 1).map((origin) => findingOf(origin, pictureOrigins));
}

/**
 * Returns undefined if the origin is already listed, or if it cannot be listed because it is not
 * https.
 */
function missingOrigin(picture: unknown, listed: readonly string[]): string | undefined {
  const origin = fromOutside(parsePictureUrl(picture)?.origin, 'origin');
  return origin?.startsWith('https:') && !listed.includes(origin) ? origin : undefined;
}

function findingOf(origin: string, listed: readonly string[]): Finding {
  return {
    level: 'warning',
    about: 'Settings',
    what: `PICTURE_ORIGINS does not list ${origin}, where the platform has profile pictures`,
    why: 'pages show initials instead',
    fix: `PICTURE_ORIGINS=${[...listed, origin].join(',')}. That site then learns the IP address and the browser of each attendee who opens their profile or badge, and which picture they load`,
  };
}
