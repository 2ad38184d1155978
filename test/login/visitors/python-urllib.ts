// The HTTP client of Python.
import type { UserAgent } from '../../support/user-agents.ts';

export const userAgent: UserAgent = {
  name: 'urllib of Python 3.11',
  source: 'recorded from Python 3.11',
  kind: 'robot',
  navigation: {
    'Accept-Encoding': 'identity',
    'User-Agent': 'Python-urllib/3.11',
    Connection: 'close',
  },
};
