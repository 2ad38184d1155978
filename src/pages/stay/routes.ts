// `/login/stay`: the button "Stay logged in". The request itself extends the session, and the
// response says when it ends now.
import { Router } from 'express';
import { LoginError } from '../../login/login.ts';
import { methodNotAllowed } from '../../web/requests/methods.ts';
import type { SitePage } from '../page-dependencies.ts';

export const stayPage: SitePage = {
  name: 'stay',
  path: '/login/stay',
  // A session may outlive the access token. The next page then asks for a new one.
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
