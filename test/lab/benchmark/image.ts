// The arguments and environment with which the Docker image and the systemd unit start the app.
import { readFileSync } from 'node:fs';

const dockerfile = readFileSync('Dockerfile', 'utf8');
/** The last CMD is the app's, because the last build stage is the app. */
const [, command = '[]'] = [...dockerfile.matchAll(/^CMD (\[.+\])$/gm)].at(-1) ?? [];
const [, arenas = ''] = /^ENV .*MALLOC_ARENA_MAX=(\d+)/m.exec(dockerfile) ?? [];

export const image = {
  /** The arguments between `node` and the file. */
  nodeArguments: (JSON.parse(command) as string[]).slice(1, -1),
  env: { MALLOC_ARENA_MAX: arenas },
};
