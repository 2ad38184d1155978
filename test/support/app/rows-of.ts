import type { LoadedPage } from './visitor.ts';

/**
 * `part` is a selector. The rows are returned by label. The lines of a value are joined with
 * commas.
 */
export function rowsOf({ $ }: Pick<LoadedPage, '$'>, part = 'main'): Record<string, string> {
  const rows = $(part).find('.row').toArray();
  return Object.fromEntries(
    rows.map((row) => {
      const value = $(row).find('.row-value');
      const lines = value.find('bdi').toArray();
      const text =
        lines.length > 0
          ? lines.map((line) => $(line).text()).join(', ')
          : value.text().replace(/\s+/g, ' ').trim();
      return [$(row).find('dt').text(), text];
    }),
  );
}
