// `/accessibility`: what was done so that everybody can use these pages, what was not, and whom to tell. Open to everybody.
import { getOnly, type Page } from '../../web/page.ts';
import type { PageDependencies } from '../page-dependencies.ts';

export function accessibilityPage({ views }: PageDependencies): Page {
  const routes = getOnly('/', (req, res) => {
    views.render(res, 'accessibility/show', { heading: req.words('accessibility.heading') });
  });
  return { path: '/accessibility', open: true, footerLabel: 'accessibility.heading', routes };
}
