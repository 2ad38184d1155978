// What the other contenders show: every field of a record, in as many bytes as our page has.
import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';

export type Fields = Record<string, unknown>;

/** The bytes of each page of ours, by its path. */
const sizes: Record<string, number> = JSON.parse(process.env.PAGE_SIZES ?? '{}');
const eta = new Eta({ views: fileURLToPath(new URL('.', import.meta.url)), cache: true });
const rests = new Map<string, string>();

/** Renders the page at a path. The template is compiled once. */
export function renderPage(path: string, record: Fields): string {
  return eta.render('page', { fields: Object.entries(record), rest: restOf(path, record) });
}

/** Returns what makes the page as long as ours: markup that is the same for everybody. */
function restOf(path: string, record: Fields): string {
  const known = rests.get(path);
  if (known !== undefined) return known;
  const { length } = eta.render('page', { fields: Object.entries(record), rest: '' });
  const rest = '.'.repeat(Math.max(0, (sizes[path] ?? 0) - length));
  rests.set(path, rest);
  return rest;
}
