// Runs the commands in docs/operate/containers.md: Docker Engine and Compose on Debian 13, two
// instances of the image behind nginx with TLS, and Redis in a container.
import test from 'node:test';
import { runInOwnNetwork } from '../support/machine/own-network.ts';

test('following docs/operate/containers.md leads to two healthy instances, and keeps every login through an upgrade and a restart of the server', (t) =>
  runInOwnNetwork(t, 'test/deploy/follow-containers.ts'));
