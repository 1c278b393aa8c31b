/** A simulated Twitch on a free port, and an app that listens to its webhooks. For tests. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClock, type SimClock } from '../clock.ts';
import { createEvents } from '../events.ts';
import { createFaults } from '../faults.ts';
import { readBody } from '../http/body.ts';
import { twitch } from './definition.ts';

export { pick, pickList } from '../kick/test-world.ts';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly json: unknown;
}

export interface TestTwitch {
  readonly url: string;
  /** The address that the app gives with its subscriptions. */
  readonly callback: string;
  readonly clock: SimClock;
  readonly unknown: string[];
  /** What reached the app's callback, in order of arrival. */
  readonly received: Received[];
  /** The statuses with which the app answers next; afterwards 200. A challenge is answered in any case. */
  readonly replies: number[];
  /** False: the app repeats no challenge. */
  isHonest: boolean;
  control(name: string, body?: object): unknown;
  summary(): unknown;
  appToken(): Promise<string>;
  askForToken(form: Record<string, string>): Promise<Reply>;
  send(method: string, path: string, options?: { token?: string; json?: unknown }): Promise<Reply>;
  get(path: string, token?: string): Promise<Reply>;
  close(): Promise<void>;
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export async function startTestTwitch(): Promise<TestTwitch> {
  // It stands still unless a test moves it: the bucket of points then fills up when the test says so.
  const start = new Date('2026-11-21T18:00:00Z');
  const clock = createClock({ now: () => start });
  const unknown: string[] = [];
  let url = '';
  const world = twitch.create({
    clock,
    events: createEvents(clock),
    faults: createFaults(),
    options: { seed: 'demo', limits: true },
    unknownCalls: [],
    url: () => url,
    unknown: (_world, req, res, path) => {
      unknown.push(`${req.method} ${path}`);
      res.writeHead(501).end();
    },
  });
  const server = createServer((req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://sim');
    void world.handle(req, res, { path: pathname.slice('/twitch'.length), query: searchParams });
  });
  const app = createServer((req, res) => void receive(test, req, res));
  url = await listen(server);
  const callback = `${await listen(app)}/webhooks/twitch`;

  const send: TestTwitch['send'] = async (method, path, { token, json } = {}) => {
    const response = await fetch(`${url}/twitch${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(token ? { authorization: `Bearer ${token}`, 'client-id': 'sim-twitch-client' } : {}),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    return await replyOf(response);
  };
  const test: TestTwitch = {
    url,
    callback,
    clock,
    unknown,
    received: [],
    replies: [],
    isHonest: true,
    control: (name, body = {}) => world.controls[name]?.(body),
    summary: () => world.summary(),
    async appToken() {
      const { json } = await test.askForToken({ grant_type: 'client_credentials' });
      return (json as { access_token: string }).access_token;
    },
    async askForToken(form) {
      const body = new URLSearchParams({ client_id: 'sim-twitch-client', client_secret: 'sim-twitch-secret', ...form });
      return await replyOf(await fetch(`${url}/twitch/id/oauth2/token`, { method: 'POST', body }));
    },
    send,
    get: (path, token) => send('GET', path, token ? { token } : {}),
    async close() {
      world.close?.();
      await Promise.all(
        [server, app].map(async (one) => {
          one.close();
          one.closeAllConnections();
          await once(one, 'close');
        }),
      );
    },
  };
  return test;
}

async function replyOf(response: Response): Promise<Reply> {
  const text = await response.text();
  const json: unknown = text.startsWith('{') ? JSON.parse(text) : {};
  return { status: response.status, headers: response.headers, json };
}

async function receive(
  test: TestTwitch,
  req: Parameters<typeof readBody>[0],
  res: { writeHead(status: number): { end(text?: string): void } },
): Promise<void> {
  const body = (await readBody(req)).toString('utf8');
  test.received.push({ headers: req.headers, body });
  if (req.headers['twitch-eventsub-message-type'] === 'webhook_callback_verification') {
    res.writeHead(200).end(test.isHonest ? JSON.parse(body).challenge : 'ok');
    return;
  }
  res.writeHead(test.replies.shift() ?? 200).end();
}
