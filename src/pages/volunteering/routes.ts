// `/volunteering` shows the attendee's volunteer record and the public departments. It exists only
// if the site's own credential has the scope volunteer:read.
import { getOnly } from '../../web/requests/methods.ts';
import type { SitePage } from '../page-dependencies.ts';
import { volunteeringView } from './volunteering-view.ts';

export const volunteeringPage: SitePage = {
  name: 'volunteering',
  path: '/volunteering',
  needs: 'volunteer:read',
  menuLabel: 'nav.volunteering',

  routes: ({ views, recordsOf }) =>
    getOnly('/', async (req, res) => {
      const records = recordsOf(req);
      const [user, volunteer, departments] = await Promise.all([
        records.currentUser(),
        records.volunteer(),
        // The page is still useful without the departments.
        records.publicDepartments().catch(() => undefined),
      ]);
      const view = volunteeringView({ user, volunteer, departments, words: req.words });
      views.render(res, 'volunteering/show', view);
    }),
};
