// These attacks bypass HTTP libraries, because no browser sends such request lines.
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Attack } from './attack.ts';

const oddTargets = [
  'http://[x/',
  'http://attendees.testcon.test:99999/',
  'http://attendees.testcon.test:x/profile',
  'https://user:pass@[::1/',
  '//',
  '///profile',
  '/%',
  '/%ff%fe',
  '/\\evil.example',
  '*',
  'profile',
  '/profile?%',
];

async function answerTo(instance: string, target: string): Promise<string> {
  const { hostname, port } = new URL(instance);
  const socket = connect(Number(port), hostname);
  const lines = [
    `GET ${target} HTTP/1.1`,
    'Host: attendees.testcon.test',
    'X-Forwarded-Proto: https',
    'Connection: close',
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  return text(socket);
}

export const oddRequestLines: Attack = {
  property: 'P57',
  name: `A client sends ${oddTargets.length} request lines without a valid URL`,
  async run({ instances: [instance] }) {
    let serverErrors = 0;
    let unprotected = 0;
    for (const target of oddTargets) {
      const answer = await answerTo(instance, target);
      if (/^HTTP\/1\.1 5/.test(answer)) serverErrors += 1;
      if (!/^content-security-policy:/im.test(answer)) unprotected += 1;
    }
    return {
      held: serverErrors === 0 && unprotected === 0,
      what: `server errors: ${serverErrors}, responses without a policy: ${unprotected}`,
    };
  },
};
