// `/volunteering`: the attendee's volunteer record, and the public departments.
// Exists only if the site has the service scope volunteer:read.
import { getOnly, type Page } from '../../web/page.ts';
import type { PageDependencies } from '../page-dependencies.ts';
import { volunteeringView } from './volunteering-view.ts';

export function volunteeringPage({ views, recordsOf }: PageDependencies): Page {
  const routes = getOnly('/', async (req, res) => {
    const records = recordsOf(req);
    const [user, volunteer, departments] = await Promise.all([
      records.currentUser(),
      records.volunteer(),
      // Less important than the record: the page works without it.
      records.publicDepartments().catch(() => undefined),
    ]);
    const view = volunteeringView({ user, volunteer, departments, words: req.words });
    views.render(res, 'volunteering/show', view);
  });
  return {
    name: 'volunteering',
    path: '/volunteering',
    needs: 'volunteer:read',
    moreLabel: 'nav.volunteering',
    routes,
  };
}
