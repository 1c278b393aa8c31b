/** A simulated TikTok on a free port, for tests. */
import { createClock, type SimClock } from '../clock.ts';
import { type Reply, replyOf, startTestPlatform, type TestPlatform } from '../platform/test-world.ts';
import { tiktok } from './definition.ts';

export { pick, pickList } from '../platform/test-world.ts';

export interface TestTikTok extends TestPlatform {
  readonly clock: SimClock;
  /** The URLs that replace www.tiktok.com and webcast.tiktok.com. */
  readonly siteUrl: string;
  readonly webcastUrl: string;
  get(path: string, headers?: Record<string, string>): Promise<Reply>;
  /** Returns the data in a page's script tag. */
  state(path: string): Promise<unknown>;
}

const tag = /<script id="[A-Z_]+" type="application\/json">(.*?)<\/script>/;

export async function startTestTikTok(): Promise<TestTikTok> {
  // The clock stops unless a test moves it, so a limit of a minute does not end on its own.
  const start = new Date('2026-11-21T18:00:00Z');
  const clock = createClock({ now: () => start });
  const platform = await startTestPlatform(tiktok, { clock, receive: (_, res) => void res.writeHead(404).end() });
  const get: TestTikTok['get'] = async (path, headers = {}) =>
    await replyOf(
      await fetch(path.startsWith('http') ? path : `${platform.url}/tiktok${path}`, { headers, redirect: 'manual' }),
    );
  return {
    ...platform,
    clock,
    siteUrl: `${platform.url}/tiktok/site`,
    webcastUrl: `${platform.url}/tiktok/webcast`,
    get,
    async state(path) {
      const found = tag.exec((await get(path)).text)?.[1];
      if (found === undefined) throw new Error(`${path} holds no data`);
      return JSON.parse(found);
    },
  };
}
