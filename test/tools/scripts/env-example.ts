import { settings } from '../../../src/settings/settings.ts';

const introduction = `
# Lanyard's settings. Copy this file to .env and fill in the two empty values.
# Generated from src/settings/settings.ts by: npm run env-example
#
# Commented lines are optional. Each shows its default or an example.
# A setting marked "secret" can be read from a file instead: <NAME>_FILE=/path/to/the/file
`.trim();

export function envExample(): string {
  const all = Object.entries(settings.shape).map(([name, schema]) => {
    const { about, example, secret } = schema.meta() as {
      about: string;
      example?: string;
      secret?: true;
    };
    const parsed = schema.safeParse(undefined);
    // REDIS_URL is optional in the schema only because the demo does not need it.
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

function environmentText(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return Array.isArray(value) ? value.join(',') : String(value);
}
