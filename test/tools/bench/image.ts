// How the image starts the app; the unit does the same.
import { readFileSync } from 'node:fs';

const dockerfile = readFileSync('Dockerfile', 'utf8');
const [, command = '[]'] = /^CMD (\[.+\])$/m.exec(dockerfile) ?? [];
const [, arenas = ''] = /^ENV .*MALLOC_ARENA_MAX=(\d+)/m.exec(dockerfile) ?? [];

export const image = {
  /** Between `node` and its file. */
  nodeArguments: (JSON.parse(command) as string[]).slice(1, -1),
  env: { MALLOC_ARENA_MAX: arenas },
};
