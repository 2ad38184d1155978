// `/profile`: the attendee's own record, as far as they share it.
import type { Request } from 'express';
import type { AttendeeClient } from '../../convention/convention.ts';
import { attendeeOf } from '../../login/login.ts';
import type { Translate } from '../../web/messages.ts';
import { getOnly, type Page } from '../../web/page.ts';
import type { Views } from '../../web/views.ts';
import { profileView } from './profile-view.ts';

export function profilePage(options: {
  views: Views;
  words: Translate;
  onBehalfOfAttendee: (req: Request) => AttendeeClient;
}): Page {
  const { views, words, onBehalfOfAttendee } = options;
  const routes = getOnly('/', async (req, res) => {
    const user = await onBehalfOfAttendee(req).currentUser();
    const { grantedScopes } = attendeeOf(req);
    views.render(res, 'profile/show', profileView({ user, grantedScopes, words }));
  });
  return { path: '/profile', navLabel: 'nav.profile', routes };
}
