// `/accessibility` lists what works, what does not, and whom to contact. It works without a login.
import { getOnly } from '../../web/requests/methods.ts';
import type { SitePage } from '../page-dependencies.ts';

export const accessibilityPage: SitePage = {
  name: 'accessibility',
  path: '/accessibility',
  open: true,
  footerLabel: 'accessibility.heading',

  routes: ({ views }) =>
    getOnly('/', (req, res) => {
      views.render(res, 'accessibility/show', { heading: req.words('accessibility.heading') });
    }),
};
