// Public profile pictures (docs/interface.md 2.1): a fox for Robin, an initial for everybody else.
import { Router } from 'express';
import type { Convention } from '../records/convention.ts';

export function pictures(convention: Convention): Router {
  const routes = Router();
  routes.get('/pictures/:id.svg', (req, res, next) => {
    const attendee = convention.find(req.params.id);
    if (attendee === undefined) return next();
    const letter =
      /\p{Letter}/u.exec(attendee.user.preferredName ?? attendee.user.firstName)?.[0] ?? '?';
    // Other sites may embed pictures and draw them on a canvas.
    res
      .set('Cross-Origin-Resource-Policy', 'cross-origin')
      .set('Access-Control-Allow-Origin', '*')
      .type('svg')
      .send(attendee.key === 'robin' ? fox : draw(letter, attendee.user.id));
  });
  return routes;
}

const fox =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><path fill="#ffcd85" d="M0 0h64v64H0z"/><path fill="#d9521e" d="M10 8l16 12h12L54 8l2 26-24 21L8 34z"/><path fill="#7a2a0c" d="M13 13l9 8-8 7zM51 13l-9 8 8 7z"/><path fill="#fff" d="M9 33l15 3 8 12 8-12 15-3-23 22z"/><path fill="#1a1a20" d="M28 47h8l-4 5zM20 30a3 3 0 0 1 6 0zM38 30a3 3 0 0 1 6 0z"/></svg>';

function draw(letter: string, id: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="hsl(${(id * 47) % 360} 40% 35%)"/><text x="32" y="44" font-family="sans-serif" font-size="34" text-anchor="middle" fill="#fff">${letter}</text></svg>`;
}
