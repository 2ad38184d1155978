// How the Docker image starts the app. The systemd unit starts it in the same way.
import { readFileSync } from 'node:fs';

const dockerfile = readFileSync('Dockerfile', 'utf8');
const [, command = '[]'] = /^CMD (\[.+\])$/m.exec(dockerfile) ?? [];
const [, arenas = ''] = /^ENV .*MALLOC_ARENA_MAX=(\d+)/m.exec(dockerfile) ?? [];

export const image = {
  /** The arguments between `node` and the file. */
  nodeArguments: (JSON.parse(command) as string[]).slice(1, -1),
  env: { MALLOC_ARENA_MAX: arenas },
};
