/** A Rumble that answers from a table, for tests. */
import { type Answer, type Memory, type PlatformConnection, type PlatformDoors, plainQuestion, UpstreamError } from '@tally/kernel';
import type { z } from 'zod';
import { rumble } from '../index.ts';

export const siteUrl = 'https://rumble.com';
export const key = 'canary-key-0123456789-0123456789';
export const secret = `${siteUrl}/-livestream-api/get-data?key=${key}`;
/** Secrets that must never appear outside the call. */
export const canaries = [key, 'canary-stream-key', 'canary-server'];
export const start = Date.parse('2026-11-21T18:00:00Z');
export const at = (minutes: number): string => new Date(start + minutes * 60_000).toISOString();

export const trouble = (kind: UpstreamError['kind'], status: number, retryAfterMs?: number): UpstreamError =>
  new UpstreamError({ world: 'rumble', kind, message: `answered ${status}`, status, retryAfterMs });

export interface FakeSite {
  /** Rumble's responses by path. A missing path is a 404. */
  pages: Record<string, unknown>;
  calls: string[];
  logged: string[];
  now: number;
  connect(): PlatformConnection;
  ask(memory?: Memory | null, more?: object): Promise<Answer>;
  /** Returns the paths of the calls since the last time. */
  paths(): string[];
}

export function createFakeSite(): FakeSite {
  const answer = (url: string, query: object = {}): unknown => {
    const full = new URL(url);
    for (const [name, value] of Object.entries(query)) full.searchParams.append(name, String(value));
    site.calls.push(full.href);
    const player = full.searchParams.get('v');
    const found = site.pages[player ? `player ${player}` : full.pathname] ?? trouble('gone', 404);
    if (found instanceof Error) throw found;
    return found;
  };
  const note = (fields: object, text: string) => void site.logged.push(JSON.stringify([fields, text]));
  const http = {
    async json(call: { url: string; query?: object }, schema: z.ZodType) {
      const read = schema.safeParse(answer(call.url, call.query));
      if (!read.success) throw trouble('odd', 200);
      return { status: 200, headers: {}, data: read.data };
    },
    text: async (call: { url: string }) => ({ status: 200, headers: {}, data: answer(call.url) }),
  };
  const site: FakeSite = {
    pages: {},
    calls: [],
    logged: [],
    now: start,
    connect: () =>
      rumble.connect({
        clock: { now: () => new Date(site.now) },
        config: { rumble: { isReal: true, siteUrl } },
        log: { info: note, warn: note, debug: note, error: note },
        http,
      } as unknown as PlatformDoors),
    async ask(memory = null, more = {}) {
      const [answered] = await site.connect().stream.ask([{ ...plainQuestion('c/ada'), memory, ...more }]);
      // Detection also stores the memory as JSON.
      return { ...answered, memory: JSON.parse(JSON.stringify(answered?.memory ?? null)) } as Answer;
    },
    paths: () => site.calls.splice(0).map((url) => new URL(url).pathname),
  };
  return site;
}

export const item = (id: number, more: object = {}): object => ({
  object_type: 'video',
  id,
  title: `Video ${id}`,
  relative_url: `/vpage${id}-x.html`,
  thumb: `https://pictures.example/${id}.jpg`,
  upload_date: at(-60),
  live_datetime: null,
  is_short: false,
  duration: 100,
  watching_now: 0,
  by: { type: 'channel', name: 'Ada', url: `${siteUrl}/c/Ada` },
  ...more,
});
export const page = (...items: object[]): string =>
  `<title>Ada</title><script type="application/json">${JSON.stringify({ items })}</script>`;
export const player = (id: number, live: number, dvr: boolean | null, more: object = {}): Record<string, unknown> => ({
  [`player vembed${id}`]: {
    live,
    livestream_has_dvr: dvr,
    title: `Playing ${id}`,
    vid: id,
    duration: live ? 0 : 99,
    ...more,
  },
});
export const oembed = (id: number): Record<string, unknown> => ({
  '/api/Media/oembed.json': { html: `<iframe src="${siteUrl}/embed/vembed${id}/"></iframe>` },
});
export const apiData = (streams: object[], more: object = {}): Record<string, unknown> => ({
  '/-livestream-api/get-data': {
    type: 'channel',
    username: 'ada_owner',
    channel_id: 77,
    channel_name: 'Ada',
    followers: { num_followers: 5 },
    livestreams: streams.map((stream) => ({
      id: (9).toString(36),
      title: 'Told',
      created_on: at(-30),
      is_live: true,
      categories: { primary: { slug: 'news', title: 'News' } },
      server_url: 'rtmp://canary-server/slot',
      stream_key: 'canary-stream-key',
      watching_now: 12,
      ...stream,
    })),
    ...more,
  },
});

