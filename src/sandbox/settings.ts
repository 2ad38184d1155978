// The settings of `npm run sandbox`, read from the environment.
import { z } from 'zod';
import type { SandboxOptions } from './app.ts';

const wholeNumber = ({ max, defaultValue }: { max: number; defaultValue: number }) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((number) => number <= max, `must be at most ${max}`)
    .default(defaultValue);

const redirectUri = z
  .url({ protocol: /^https?$/, error: ({ input }) => `not a web address: ${input}` })
  .refine((uri) => !uri.includes('#'), 'must not contain a fragment (#)');

const switchedOn = z
  .enum(['on', 'off'], 'must be on or off')
  .default('off')
  .transform((value) => value === 'on');

const settingsSchema = z.object({
  SANDBOX_PORT: wholeNumber({ max: 65_535, defaultValue: 4000 }),
  SANDBOX_ATTENDEES: wholeNumber({ max: 1_000_000, defaultValue: 0 }),
  SANDBOX_LATENCY_MS: wholeNumber({ max: 600_000, defaultValue: 0 }),
  SANDBOX_STRICT: switchedOn,
  SANDBOX_CLIENT_ID: z.string().min(1, 'must not be empty').default('lanyard'),
  SANDBOX_CLIENT_SECRET: z.string().min(1, 'must not be empty').default('sandbox-secret'),
  SANDBOX_REDIRECT_URIS: z
    .string()
    .default('http://localhost:3000/login/callback')
    .transform((list) => list.split(',').map((uri) => uri.trim()))
    .pipe(z.array(redirectUri)),
});

/** Throws one error that lists every problem. */
export function readSandboxSettings(env: NodeJS.ProcessEnv): Required<SandboxOptions> {
  const settings = settingsSchema.safeParse(env);
  if (!settings.success) {
    const problems = settings.error.issues.map(
      ({ path, message }) => `  ${path[0]?.toString()}: ${message}`,
    );
    throw new Error(`The sandbox cannot start with these settings:\n${problems.join('\n')}`);
  }
  const { data } = settings;
  return {
    port: data.SANDBOX_PORT,
    attendees: data.SANDBOX_ATTENDEES,
    latencyMs: data.SANDBOX_LATENCY_MS,
    strict: data.SANDBOX_STRICT,
    clientId: data.SANDBOX_CLIENT_ID,
    clientSecret: data.SANDBOX_CLIENT_SECRET,
    redirectUris: data.SANDBOX_REDIRECT_URIS,
  };
}
