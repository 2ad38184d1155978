// Runs the commands in docs/operate.md and its pages on Debian 13 with systemd: the first
// deployment, an upgrade and a second convention.
import test from 'node:test';
import { runInOwnNetwork } from '../support/own-network.ts';

test('who follows docs/operate.md has two instances behind nginx and keeps every login, and with a second convention both know nothing of each other', (t) =>
  runInOwnNetwork(t, 'test/deploy/follow-units.ts'));
