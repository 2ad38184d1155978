// Profile pictures: public (interface 2.1), each showing the first letter of the name.
import { Router } from 'express';
import type { Convention } from './convention.ts';

/** Returns the route `/pictures/{id}.svg`. */
export function pictures(convention: Convention): Router {
  const routes = Router();
  routes.get('/pictures/:id.svg', (req, res, next) => {
    const attendee = convention.find(req.params.id);
    if (attendee === undefined) return next();
    const letter =
      /\p{Letter}/u.exec(attendee.user.preferredName ?? attendee.user.firstName)?.[0] ?? '?';
    // Unlike the pages, pictures are embedded by other sites.
    res
      .set('Cross-Origin-Resource-Policy', 'cross-origin')
      .type('svg')
      .send(draw(letter, attendee.user.id));
  });
  return routes;
}

function draw(letter: string, id: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="hsl(${(id * 47) % 360} 40% 35%)"/><text x="32" y="44" font-family="sans-serif" font-size="34" text-anchor="middle" fill="#fff">${letter}</text></svg>`;
}
