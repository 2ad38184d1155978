// The summary rows of a page as they are read: by label, the lines of each with a comma between.
import type { SeenPage } from './visitor.ts';

/** Reads the rows inside `part` (a selector; the whole main part when left out). */
export function rowsOf({ $ }: Pick<SeenPage, '$'>, part = 'main'): Record<string, string> {
  const rows = $(part).find('.row').toArray();
  return Object.fromEntries(
    rows.map((row) => {
      const value = $(row).find('.row-value');
      const lines = value.find('bdi').toArray();
      const text = lines.length > 0 ? lines.map((line) => $(line).text()).join(', ') : value.text().trim();
      return [$(row).find('dt').text(), text];
    }),
  );
}
