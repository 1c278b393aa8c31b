import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

/** The header that marks requests with an untrusted `X-Forwarded-For`. */
export const UNREAD_HEADER = 'x-forwarded-unread';
const UNREAD =
  'A request has an X-Forwarded-For header, but TRUST_PROXY is not true. ' +
  'Behind your own proxy, set TRUST_PROXY=true. Without it, all visitors share one rate limit.';

interface TidyOptions {
  readonly trustsProxy: boolean;
  readonly warn: (text: string) => void;
}

/**
 * Each request as it arrives, before Next reads it: https://nodejs.org/api/diagnostics_channel.html#http
 * - Only our own proxy may set the client's address; otherwise Next uses the connection's. If an untrusted header arrives,
 *   the log names the missing setting once, and `npm run doctor` finds the mark.
 * - An address that cannot be decoded is a missing page; Next would answer 500 in plain text.
 */
export function tidyRawRequests({ trustsProxy, warn }: TidyOptions): void {
  let isSaid = false;
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage };
    delete request.headers[UNREAD_HEADER];
    if (!trustsProxy && request.headers['x-forwarded-for'] !== undefined) {
      delete request.headers['x-forwarded-for'];
      request.headers[UNREAD_HEADER] = 'true';
      if (!isSaid) warn(UNREAD);
      isSaid = true;
    }
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
