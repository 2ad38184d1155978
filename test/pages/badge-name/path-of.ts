import type { PathOf } from '../../../src/web/page.ts';

export const pathOf: PathOf = (name) => `/${name}`;
