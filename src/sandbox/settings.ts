// The settings of `npm run sandbox`, read from the environment.
import { z } from 'zod';
import type { SandboxOptions } from './app.ts';
import { parseRedirect } from './oauth/redirect-uris.ts';

const wholeNumber = ({ max, defaultValue }: { max: number; defaultValue: number }) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((number) => number <= max, `must be at most ${max}`)
    .default(defaultValue);

const redirectUri = z
  .url({ protocol: /^https?$/, error: ({ input }) => `not a URL: ${input}` })
  .refine((uri) => !uri.includes('#'), 'must not contain a fragment (#)');

/** A comma-separated list. */
function listOf<Item extends z.ZodType<string, string>>(item: Item, defaultValue: string) {
  return z
    .string()
    .default(defaultValue)
    .transform((list) => list.split(',').map((text) => text.trim()))
    .pipe(z.array(item));
}

const switchedOn = z
  .enum(['on', 'off'], 'must be on or off')
  .default('off')
  .transform((value) => value === 'on');

/** `id:secret`. The id must not contain a colon, and neither part may contain a comma. */
const client = z.string().regex(/^[^:]+:.+$/, 'must be id:secret, separated by commas');

/** The base of the sandbox's own URLs, as browsers and apps see them. */
const publicUrl = z
  .url({ protocol: /^https?$/, error: 'must be a URL' })
  .refine((url) => new URL(url).pathname === '/', 'must have no path')
  .transform((url) => new URL(url).origin);

const settingsSchema = z.object({
  SANDBOX_HOST: z.string().min(1, 'must not be empty').default('127.0.0.1'),
  SANDBOX_PORT: wholeNumber({ max: 65_535, defaultValue: 4000 }),
  SANDBOX_URL: publicUrl.optional(),
  SANDBOX_ATTENDEES: wholeNumber({ max: 1_000_000, defaultValue: 0 }),
  SANDBOX_LATENCY_MS: wholeNumber({ max: 600_000, defaultValue: 0 }),
  SANDBOX_STRICT: switchedOn,
  SANDBOX_CLIENTS: listOf(client, 'lanyard:sandbox-secret')
    .transform((clients) =>
      clients.map((text) => {
        const [id = ''] = text.split(':', 1);
        return { id, secret: text.slice(id.length + 1) };
      }),
    )
    .refine(hasEachIdOnce, 'must name each id once'),
  SANDBOX_REDIRECT_URIS: listOf(redirectUri, 'http://localhost:3000/login/callback'),
});

function hasEachIdOnce(clients: readonly { id: string }[]): boolean {
  return new Set(clients.map(({ id }) => id)).size === clients.length;
}

/** Throws one error that lists all invalid settings. */
export function readSandboxSettings(
  env: NodeJS.ProcessEnv,
): Required<Omit<SandboxOptions, 'year'>> {
  refuseRealSite(env);
  const settings = settingsSchema.safeParse(env);
  if (!settings.success) {
    const problems = settings.error.issues.map(
      ({ path, message }) => `  ${path[0]?.toString()}: ${message}`,
    );
    throw new Error(`The sandbox cannot start with these settings:\n${problems.join('\n')}`);
  }
  const { data } = settings;
  return {
    host: data.SANDBOX_HOST,
    port: data.SANDBOX_PORT,
    publicUrl: data.SANDBOX_URL,
    attendees: data.SANDBOX_ATTENDEES,
    latencyMs: data.SANDBOX_LATENCY_MS,
    strict: data.SANDBOX_STRICT,
    clients: data.SANDBOX_CLIENTS,
    redirectUris: data.SANDBOX_REDIRECT_URIS,
  };
}

/** Throws if the environment belongs to a real site, where anybody could then log in as anybody. */
function refuseRealSite(env: NodeJS.ProcessEnv): void {
  const isProduction = env.NODE_ENV === 'production';
  const setting = isProduction
    ? 'NODE_ENV'
    : ['PUBLIC_URL', 'CONVENTION_URL'].find((name) => isElsewhere(env[name]));
  if (setting)
    throw new Error(
      `The sandbox does not start beside the settings of a real site, because it lets anybody log in as anybody. Fix: start it without ${setting}=${env[setting]}.`,
    );
}

/** Whether other computers can reach this URL. */
function isElsewhere(text = ''): boolean {
  const hostname = parseRedirect(text)?.hostname;
  return hostname !== undefined && !['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}
