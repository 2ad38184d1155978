// `/accessibility`: what works, what does not, and whom to contact. No login required.
import { getOnly, type Page } from '../../web/page.ts';
import type { PageDependencies } from '../page-dependencies.ts';

export function accessibilityPage({ views }: PageDependencies): Page {
  const routes = getOnly('/', (req, res) => {
    views.render(res, 'accessibility/show', { heading: req.words('accessibility.heading') });
  });
  return {
    name: 'accessibility',
    path: '/accessibility',
    open: true,
    footerLabel: 'accessibility.heading',
    routes,
  };
}
