import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { languages } from '@tally/contract/texts/index';
import { chooseLocale } from '../../i18n/locale.ts';
import { createPageTurns } from './page-turns.ts';

/** Only page rendering counts, because files and API calls cost this process little. */
const notDrawn = /^\/(?:api|e|files|_next)\/|\.\w+(?:\?|$)/;
const SESSION = /(?:^|;\s*)token=[^;]/;

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Limits how many pages render at once. Next has no hook before a request, so the first request wraps Next's own
 * handler: https://nodejs.org/api/diagnostics_channel.html#http
 */
export function brakePages({ trustsProxy }: { readonly trustsProxy: boolean }): void {
  const turns = createPageTurns((ms, work) => {
    const timer = setTimeout(work, ms).unref();
    return () => clearTimeout(timer);
  });
  const braked = new WeakSet<Server>();
  subscribe('http.server.request.start', (message) => {
    const { server } = message as { server: Server };
    if (braked.has(server)) return;
    braked.add(server);
    const handlers = server.listeners('request') as Handler[];
    server.removeAllListeners('request');
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const begin = (): void => {
        for (const handler of handlers) handler.call(server, request, response);
      };
      if (!isPage(request)) return begin();
      const leave = turns.enter({
        address: addressOf(request, trustsProxy),
        hasSession: SESSION.test(request.headers.cookie ?? ''),
        begin,
        refuse: () => refuse(request, response),
      });
      response.once('close', leave);
    });
  });
}

const isPage = ({ method, url = '/' }: IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') && !notDrawn.test(url);

function addressOf({ headers, socket }: IncomingMessage, trustsProxy: boolean): string {
  const told = trustsProxy ? [headers['x-forwarded-for']].flat()[0]?.split(',').at(-1)?.trim() : undefined;
  return told || (socket.remoteAddress ?? '');
}

function refuse({ headers }: IncomingMessage, response: ServerResponse): void {
  const locale = chooseLocale(undefined, headers['accept-language'] ?? null);
  const { texts } = languages.find((each) => each.value === locale) ?? languages[0];
  response.writeHead(503, {
    'content-type': 'text/plain; charset=utf-8',
    'retry-after': '5',
    'cache-control': 'no-store',
  });
  response.end(texts.errors.unavailable);
}
