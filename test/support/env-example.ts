// Generates the text of `.env.example` from the settings schema.
import { settings } from '../../src/settings/settings.ts';

const introduction = `
# The settings of Lanyard. Copy this file to .env and fill in the two empty ones.
# Made from src/settings/settings.ts by: npm run env-example
#
# Lines that are commented out are optional: each shows its default or an example.
# A setting marked "secret" may come as a file instead: <NAME>_FILE=/path/to/the/file
`.trim();

/**
 * Returns the whole file. The required settings come first, and the optional ones are commented
 * out.
 */
export function envExample(): string {
  const all = Object.entries(settings.shape).map(([name, schema]) => {
    const { about, example, secret } = schema.meta() as {
      about: string;
      example?: string;
      secret?: true;
    };
    const parsed = schema.safeParse(undefined);
    // REDIS_URL is optional only in the demo.
    const required = !parsed.success || name === 'REDIS_URL';
    const value = environmentText(parsed.data) ?? example ?? '';
    return {
      required,
      text: `# ${about}${secret ? ' (secret)' : ''}\n${required ? '' : '#'}${name}=${value}`,
    };
  });
  const textsOf = (required: boolean) =>
    all.filter((one) => one.required === required).map(({ text }) => text);
  const parts = [introduction, '## Required', ...textsOf(true), '## Optional', ...textsOf(false)];
  return `${parts.join('\n\n')}\n`;
}

/** Returns a default value as the text of an environment variable. Undefined without a default. */
function environmentText(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return Array.isArray(value) ? value.join(',') : String(value);
}
