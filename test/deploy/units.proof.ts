// Runs the commands in docs/operate.md and its pages on Debian 13 with systemd: the first
// deployment, an upgrade and a second convention.
import test from 'node:test';
import { runInOwnNetwork } from '../support/machine/own-network.ts';

test('following docs/operate.md leads to two instances behind nginx and keeps every login, and two conventions know nothing about each other', (t) =>
  runInOwnNetwork(t, 'test/deploy/follow-units.ts'));
