import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

/** Set on requests whose `X-Forwarded-For` was not believed. */
export const UNREAD_HEADER = 'x-forwarded-unread';
const UNREAD =
  'A request names the address that it comes from (X-Forwarded-For), and TRUST_PROXY is not true. ' +
  'If a proxy of yours stands in front, set TRUST_PROXY=true: without it all visitors share one limit.';

interface TidyOptions {
  readonly trustsProxy: boolean;
  readonly warn: (text: string) => void;
}

/**
 * Each request as it arrives, before Next reads it: https://nodejs.org/api/diagnostics_channel.html#http
 * - Nobody but a proxy of ours may say whose address it comes from. Next then names the one of the connection. Where one says
 *   it in vain, the log names the missing setting once, and `npm run doctor` finds the mark.
 * - An address that cannot be decoded is a page that is not there; Next answers 500 in plain text.
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
