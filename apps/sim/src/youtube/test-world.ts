/** A simulated YouTube on a free port, and an app that listens to its hub, for tests. */
import type { IncomingHttpHeaders } from 'node:http';
import { createClock, type SimClock } from '../clock.ts';
import { readBody } from '../http/body.ts';
import { type Reply, replyOf, startTestPlatform } from '../platform/test-world.ts';
import { youtube } from './definition.ts';

export { pick, pickList } from '../platform/test-world.ts';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface TestYoutube {
  readonly url: string;
  readonly callback: string;
  readonly clock: SimClock;
  readonly unknown: string[];
  /** The pushes that the app received, in order. */
  readonly received: Received[];
  /** The hub's challenges before it subscribed. */
  readonly asked: URLSearchParams[];
  /** The statuses of the app's next responses. Later ones are 200. A challenge is always answered. */
  readonly replies: number[];
  /** If false, the app repeats no challenge. */
  isHonest: boolean;
  control(name: string, body?: object): unknown;
  summary(): unknown;
  /** Calls the Data API, with the key unless the path has another one. */
  get(path: string): Promise<Reply>;
  site(path: string, method?: 'GET' | 'HEAD'): Promise<Reply>;
  hub(form: Record<string, string>): Promise<Reply>;
  close(): Promise<void>;
}

export async function startTestYoutube(): Promise<TestYoutube> {
  // The clock stops unless a test moves it, so leases and quota days end when the test says so.
  const start = new Date('2026-11-21T18:00:00Z');
  const clock = createClock({ now: () => start });
  const { appUrl, ...platform } = await startTestPlatform(youtube, {
    clock,
    receive: (req, res) => receive(test, req, res),
  });
  const { url } = platform;
  const ask = async (path: string, options: RequestInit = {}) =>
    await replyOf(await fetch(`${url}/youtube${path}`, { redirect: 'manual', ...options }));
  const test: TestYoutube = {
    ...platform,
    callback: `${appUrl}/webhooks/youtube`,
    clock,
    received: [],
    asked: [],
    replies: [],
    isHonest: true,
    get(path) {
      const key = /[?&]key=/.test(path) ? '' : `${path.includes('?') ? '&' : '?'}key=sim-youtube-key`;
      return ask(`/api/youtube/v3/${path}${key}`);
    },
    site: (path, method = 'GET') => ask(`/site/${path}`, { method }),
    hub: (form) => ask('/hub', { method: 'POST', body: new URLSearchParams(form) }),
  };
  return test;
}

async function receive(
  test: TestYoutube,
  req: Parameters<typeof readBody>[0],
  res: { writeHead(status: number): { end(text?: string): void } },
): Promise<void> {
  const { searchParams } = new URL(req.url ?? '/', 'http://app');
  if (req.method === 'GET') {
    test.asked.push(searchParams);
    res.writeHead(200).end(test.isHonest ? (searchParams.get('hub.challenge') ?? '') : 'ok');
    return;
  }
  test.received.push({ headers: req.headers, body: (await readBody(req)).toString('utf8') });
  res.writeHead(test.replies.shift() ?? 200).end();
}
