// `/privacy`: what this site reads, stores and sets. No login required.
import { getOnly, type Page } from '../../web/page.ts';
import type { PageDependencies } from '../page-dependencies.ts';
import { privacyView } from './privacy-view.ts';

export function privacyPage(options: PageDependencies): Page {
  const routes = getOnly('/', (req, res) => {
    options.views.render(res, 'privacy/show', privacyView({ ...options, words: req.words }));
  });
  return { name: 'privacy', path: '/privacy', open: true, footerLabel: 'privacy.heading', routes };
}
