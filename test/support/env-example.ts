// The text of `.env.example`, made from the settings themselves, so that the two cannot differ.
import { settings } from '../../src/settings.ts';

const introduction = `
# The settings of Lanyard. Copy this file to .env and fill in the two empty ones.
# Made from src/settings.ts by: npm run env-example
#
# What stands here commented out is optional, with its default or an example.
# A setting marked "secret" may come as a file instead: <NAME>_FILE=/path/to/the/file
`.trim();

/** Answers the whole file: the required settings first and ready to use, the optional ones commented out. */
export function envExample(): string {
  const all = Object.entries(settings.shape).map(([name, schema]) => {
    const { about, example, secret } = schema.meta() as { about: string; example?: string; secret?: true };
    const left = schema.safeParse(undefined);
    // REDIS_URL is optional for the demo only.
    const required = !left.success || name === 'REDIS_URL';
    const value = written(left.data) ?? example ?? '';
    return { required, text: `# ${about}${secret ? ' (secret)' : ''}\n${required ? '' : '#'}${name}=${value}` };
  });
  const texts = (required: boolean) => all.filter((one) => one.required === required).map(({ text }) => text);
  return `${[introduction, '## Required', ...texts(true), '## Optional', ...texts(false)].join('\n\n')}\n`;
}

/** A default as one would write it into the environment; undefined where there is none. */
function written(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return Array.isArray(value) ? value.join(',') : String(value);
}
