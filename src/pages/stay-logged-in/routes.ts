// `/login/stay` handles the button "Stay logged in". Handling the request extends the session, and
// the response says when the session will end.
import { Router } from 'express';
import { LoginError } from '../../login/login.ts';
import { methodNotAllowed } from '../../web/requests/methods.ts';
import type { SitePage } from '../page-dependencies.ts';

export const stayPage: SitePage = {
  name: 'stay',
  path: '/login/stay',
  // Works even with an expired access token, because a session may outlive its token. The next page
  // then starts a new login.
  open: 'in part',
  isFile: true,

  routes({ login, sessionEndOf }) {
    const routes = Router();
    routes
      .route('/')
      .post(login.checkForm, (req, res) => {
        const end = sessionEndOf(req);
        if (!end) throw new LoginError('nothing-saved');
        res.json(end);
      })
      .all(methodNotAllowed('POST'));
    return routes;
  },
};
