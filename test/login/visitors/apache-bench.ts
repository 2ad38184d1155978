// ApacheBench with -k: HTTP/1.0 that asks to keep the connection.
import type { UserAgent } from '../../support/user-agents.ts';

export const userAgent: UserAgent = {
  name: 'ApacheBench 2.3',
  source: 'recorded from ApacheBench 2.3',
  kind: 'robot',
  httpVersion: '1.0',
  navigation: { Connection: 'Keep-Alive', 'User-Agent': 'ApacheBench/2.3', Accept: '*/*' },
};
