// curl, also with --data: a form without Origin and Referer.
import type { UserAgent } from '../../support/user-agents.ts';

const always = { 'User-Agent': 'curl/7.88.1', Accept: '*/*' };

export const userAgent: UserAgent = {
  name: 'curl 7.88',
  source: 'recorded from curl 7.88.1',
  kind: 'robot',
  navigation: always,
  form: always,
};
