// fetch of Node, which says that it is no navigation.
import type { UserAgent } from '../../support/user-agents.ts';

const always = {
  connection: 'keep-alive',
  accept: '*/*',
  'accept-language': '*',
  'sec-fetch-mode': 'cors',
  'user-agent': 'node',
  'accept-encoding': 'gzip, deflate',
};

export const userAgent: UserAgent = {
  name: 'fetch of Node 20',
  source: 'recorded from Node 20',
  kind: 'script',
  navigation: always,
  form: always,
};
