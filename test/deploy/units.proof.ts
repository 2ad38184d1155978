// Runs the commands for Debian 13 with systemd in docs/operate.md, docs/operate/upgrade.md and
// docs/operate/several-conventions.md.
import test from 'node:test';
import { runInOwnNetwork } from '../support/machine/own-network.ts';

test('following docs/operate.md leads to two instances behind nginx and keeps every login, and two conventions know nothing about each other', (t) =>
  runInOwnNetwork(t, 'test/deploy/follow-units.ts'));
