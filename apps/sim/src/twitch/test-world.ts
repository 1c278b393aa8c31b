/** A simulated Twitch on a free port, and an app that listens to its webhooks, for tests. */
import type { IncomingHttpHeaders } from 'node:http';
import { createClock, type SimClock } from '../clock.ts';
import { readBody } from '../http/body.ts';
import { type Reply, replyOf, startTestPlatform } from '../platform/test-world.ts';
import { twitch } from './definition.ts';

export { pick, pickList } from '../platform/test-world.ts';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface TestTwitch {
  readonly url: string;
  /** The callback URL of the app's subscriptions. */
  readonly callback: string;
  readonly clock: SimClock;
  readonly unknown: string[];
  /** The deliveries to the app's callback, in order of arrival. */
  readonly received: Received[];
  /** The statuses of the app's next responses. Later ones are 200. A challenge is always answered. */
  readonly replies: number[];
  /** If false, the app repeats no challenge. */
  isHonest: boolean;
  control(name: string, body?: object): unknown;
  summary(): unknown;
  appToken(): Promise<string>;
  askForToken(form: Record<string, string>): Promise<Reply>;
  send(method: string, path: string, options?: { token?: string; json?: unknown }): Promise<Reply>;
  get(path: string, token?: string): Promise<Reply>;
  close(): Promise<void>;
}

export async function startTestTwitch(): Promise<TestTwitch> {
  // The clock stops unless a test moves it, so the rate limit refills when the test says so.
  const start = new Date('2026-11-21T18:00:00Z');
  const clock = createClock({ now: () => start });
  const { appUrl, ...platform } = await startTestPlatform(twitch, {
    clock,
    receive: (req, res) => receive(test, req, res),
  });
  const { url } = platform;
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
    ...platform,
    callback: `${appUrl}/webhooks/twitch`,
    clock,
    received: [],
    replies: [],
    isHonest: true,
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
  };
  return test;
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
