// The HTTP client of Java asks for HTTP/2 by Upgrade.
import type { UserAgent } from '../../support/user-agents.ts';

export const userAgent: UserAgent = {
  name: 'Java HttpClient 17',
  source: 'recorded from OpenJDK 17',
  kind: 'robot',
  navigation: {
    Connection: 'Upgrade, HTTP2-Settings',
    'Content-Length': '0',
    'HTTP2-Settings': 'AAEAAEAAAAIAAAAAAAMAAAAAAAQBAAAAAAUAAEAAAAYABgAA',
    Upgrade: 'h2c',
    'User-Agent': 'Java-http-client/17.0.15',
  },
};
