import type { LoadedPage } from './visitor.ts';

/** Returns the rows in `part` (a selector) by label. Lines within a value are joined by commas. */
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
