// The `PathOf` for a site that has every page, for tests of view models.
import type { PathOf } from '../../src/web/page.ts';

export const pathOf: PathOf = (name) => `/${name}`;
