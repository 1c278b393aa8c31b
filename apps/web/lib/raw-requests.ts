import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

/**
 * Each request as it arrives, before Next reads it: https://nodejs.org/api/diagnostics_channel.html#http
 * - Nobody but a proxy of ours may say whose address it comes from. Next then names the one of the connection.
 * - An address that cannot be decoded is a page that is not there; Next answers 500 in plain text.
 */
export function tidyRawRequests({ trustsProxy }: { readonly trustsProxy: boolean }): void {
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage };
    if (!trustsProxy) delete request.headers['x-forwarded-for'];
    request.url = decodable(request.url ?? '/');
  });
}

function decodable(url: string): string {
  const [path = '', ...query] = url.split('?');
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?');
  }
}
