// The gallery of visitors: what real clients send, each in a file of test/login/visitors.
import { importFolder } from './import-folder.ts';

/** The address of the site that they visit, for their `Origin` and `Referer`. */
export const site = 'https://attendees.testcon.example';

/**
 * What a client is, which decides what it gets. `person`: a browser, whatever stands between it and
 * us. `prefetcher`: a person's browser that loads ahead. `robot`: follows links, without the
 * cookies of anybody. `scanner`: a robot that opens each link twice. `opener`: follows redirects,
 * and lets a browser open the address where they end. `script`: says that it is no navigation.
 * `monitor`: sends HEAD.
 */
export type Kind = 'person' | 'prefetcher' | 'robot' | 'scanner' | 'opener' | 'script' | 'monitor';

type Headers = Readonly<Record<string, string>>;

export interface UserAgent {
  readonly name: string;
  /** Where its headers are documented, or the program that they were recorded from. */
  readonly source: string;
  readonly kind: Kind;
  /** As it arrives at the app. Default: 1.1. */
  readonly httpVersion?: '1.0';
  /** Default: GET. */
  readonly method?: 'HEAD';
  /** Its headers when it opens a link of another site, without those that a reverse proxy sets. */
  readonly navigation: Headers;
  /** Its headers when it sends a form of ours. Absent if it sends none. */
  readonly form?: Headers;
  /** Its headers for an image or a script, if they tell it from a navigation. */
  readonly subresource?: Headers;
}

/** Reads every file of the folder. */
export async function readUserAgents(): Promise<UserAgent[]> {
  const files = await importFolder<{ userAgent: UserAgent }>('test/login/visitors');
  return files.map(({ userAgent }) => userAgent);
}
