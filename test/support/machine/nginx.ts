import type { ProxyPlace } from './tls-site.ts';

type Ports = Pick<ProxyPlace, 'httpPort' | 'httpsPort' | 'instancePorts'>;

/** Strings to replace in deploy/nginx.conf, so that nginx and the instances use a test's ports. */
export const nginxPorts = ({ httpPort, httpsPort, instancePorts }: Ports) => ({
  '127.0.0.1:3001': `127.0.0.1:${instancePorts[0]}`,
  '127.0.0.1:3002': `127.0.0.1:${instancePorts[1]}`,
  'listen 80;': `listen 127.0.0.1:${httpPort};`,
  'listen [::]:80;': '',
  'listen 443 ssl http2;': `listen 127.0.0.1:${httpsPort} ssl http2;`,
  'listen [::]:443 ssl http2;': '',
});

/**
 * Returns an nginx.conf that keeps nginx's own files in `folder`. `sites` goes into the `http`
 * block.
 */
export function nginxMain(folder: string, sites: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/main-error.log;
${process.getuid?.() === 0 ? 'user root;' : ''}
events {}
http {
${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
${sites}}
`;
}
