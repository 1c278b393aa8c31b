import {
  type Answer,
  type Memory,
  type PlatformDoors,
  plainQuestion,
  type StreamSession,
  UpstreamError,
} from '@tally/kernel';
import { beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { rumble } from './index.ts';

const siteUrl = 'https://rumble.com';
const key = 'canary-key-0123456789-0123456789';
const secret = `${siteUrl}/-livestream-api/get-data?key=${key}`;
const canaries = [key, 'canary-stream-key', 'canary-server'];
const start = Date.parse('2026-11-21T18:00:00Z');

/** What Rumble answers, by path; what is missing is a 404. */
let site: Record<string, unknown>;
let calls: string[];
let logged: string[];
let now: number;
let isOff: boolean;
const trouble = (kind: UpstreamError['kind'], status: number) =>
  new UpstreamError({ world: 'rumble', kind, message: `answered ${status}`, status });

function connect() {
  const note = (fields: object, text: string) => void logged.push(JSON.stringify([fields, text]));
  const answer = (url: string | URL, query: object = {}) => {
    const full = new URL(url);
    for (const [name, value] of Object.entries(query)) full.searchParams.append(name, String(value));
    calls.push(full.href);
    const asked = full.pathname + (full.searchParams.has('v') ? `?v=${full.searchParams.get('v')}` : '');
    const found = site[asked.replace(/\/\?/, '?')] ?? trouble('gone', 404);
    if (found instanceof Error) throw found;
    return found;
  };
  const doors = {
    clock: { now: () => new Date(now) },
    config: { rumble: { isReal: true, isOff, siteUrl } },
    log: { info: note, warn: note, debug: note, error: note },
    http: {
      async json(call: { url: string; query?: object }, schema: z.ZodType) {
        const read = schema.safeParse(answer(call.url, call.query));
        if (!read.success) throw trouble('odd', 200);
        return { status: 200, headers: {}, data: read.data };
      },
      text: async (call: { url: string }) => ({ status: 200, headers: {}, data: answer(call.url) }),
    },
  } as unknown as PlatformDoors;
  return rumble.connect(doors);
}

const at = (minutes: number) => new Date(start + minutes * 60_000).toISOString();
const item = (id: number, more: object = {}) => ({
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
const page = (...items: object[]) =>
  `<title>Ada</title><script type="application/json">${JSON.stringify({ items })}</script>`;
const player = (id: number, live: number, dvr: boolean | null, more: object = {}) => ({
  [`/embedJS/u3?v=vembed${id}`]: {
    live,
    livestream_has_dvr: dvr,
    title: `Playing ${id}`,
    vid: id,
    duration: live ? 0 : 99,
    ...more,
  },
});
const oembed = (id: number) => ({
  '/api/Media/oembed.json': { html: `<iframe src="${siteUrl}/embed/vembed${id}/"></iframe>` },
});
const apiData = (streams: object[], more: object = {}) => ({
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

async function ask(memory: Memory | null = null, more: object = {}): Promise<Answer> {
  const [answer] = await connect().ask([{ ...plainQuestion('c/ada'), memory, ...more }]);
  // As detection stores it.
  return { ...answer, memory: JSON.parse(JSON.stringify(answer?.memory ?? null)) } as Answer;
}
const paths = () => calls.splice(0).map((url) => new URL(url).pathname);

beforeEach(() => {
  [site, calls, logged, now, isOff] = [{}, [], [], start, false];
});

describe('by the page', () => {
  it('a live stream costs a page, its player, and then one call each time', async () => {
    site = {
      '/c/ada': page(item(9, { live_datetime: at(-5), watching_now: 40 }), item(3)),
      ...oembed(9),
      ...player(9, 2, true),
    };
    const first = await ask();
    expect(first).toMatchObject({
      snapshot: {
        state: 'live',
        streamId: '9',
        startedAt: new Date(at(-5)),
        url: 'https://rumble.com/vpage9-x.html',
        details: { title: 'Playing 9', viewers: 40 },
      },
      videos: [{ id: '3', kind: 'upload', url: 'https://rumble.com/vpage3-x.html' }],
      name: { name: 'ada', displayName: 'Ada' },
    });
    expect(paths()).toEqual(['/c/ada', '/api/Media/oembed.json', '/embedJS/u3/']);
    now += 30_000;
    Object.assign(site, player(9, 2, true, { title: 'Now this' }));
    const second = await ask(first.memory);
    expect(second.snapshot).toMatchObject({
      state: 'live',
      streamId: '9',
      startedAt: new Date(at(-5)),
      details: { title: 'Now this', viewers: 40 },
    });
    expect(paths()).toEqual(['/embedJS/u3/']);
  });

  it('a stream that ends is its own recording, and is not asked about again', async () => {
    site = {
      '/c/ada': page(item(9, { live_datetime: at(-5), watching_now: 40 })),
      ...oembed(9),
      ...player(9, 2, true),
    };
    const live = await ask();
    Object.assign(site, { '/c/ada': page(item(9, { live_datetime: at(-5) })) }, player(9, 0, true));
    const over = await ask(live.memory);
    expect(over).toMatchObject({ snapshot: { state: 'offline' }, videos: [{ id: '9', kind: 'vod', streamId: '9' }] });
    now += 30 * 60_000;
    paths();
    expect((await ask(over.memory)).snapshot.state).toBe('offline');
    expect(paths()).toEqual(['/c/ada']);
  });

  it('a lost connection is offline without a recording, and the same stream afterwards', async () => {
    site = {
      '/c/ada': page(item(9, { live_datetime: at(-5), watching_now: 40 })),
      ...oembed(9),
      ...player(9, 2, true),
    };
    const live = await ask();
    Object.assign(site, { '/c/ada': page(item(9, { live_datetime: at(-5) })) }, player(9, 1, false));
    const away = await ask(live.memory);
    expect(away).toMatchObject({ snapshot: { state: 'offline' }, videos: [] });
    Object.assign(site, player(9, 2, true));
    expect((await ask(away.memory)).snapshot).toMatchObject({ state: 'live', streamId: '9' });
  });

  it('a planned stream is not live, and worth being there when it begins', async () => {
    const planned = item(9, { live_datetime: new Date(start + 40_000).toISOString() });
    site = { '/c/ada': page(planned), ...oembed(9), ...player(9, 1, true) };
    const answer = await ask();
    expect(answer).toMatchObject({ snapshot: { state: 'offline' }, videos: [], askAgainAt: new Date(start + 40_000) });
    Object.assign(site, player(9, 2, true));
    paths();
    expect((await ask(answer.memory)).snapshot.state).toBe('live');
    expect(paths()).toEqual(['/c/ada', '/embedJS/u3/']);
  });

  it('what others do on the same page means nothing', async () => {
    const other = item(5, {
      live_datetime: at(-5),
      watching_now: 900,
      by: { name: 'Bob', url: `${siteUrl}/user/Ada` },
    });
    site = { '/c/ada': page(item(3, { is_short: true }), other), ...oembed(5), ...player(5, 2, true) };
    expect(await ask()).toMatchObject({ snapshot: { state: 'offline' }, videos: [{ id: '3', kind: 'short' }] });
    expect(paths()).toEqual(['/c/ada']);
  });

  it('a user is asked for in the other namespace', async () => {
    site = { '/user/ada': page() };
    const [answer] = await connect().ask([plainQuestion('user/ada')]);
    expect(answer?.snapshot).toEqual({ state: 'offline', channelId: 'user/ada' });
  });
});

describe('unknown', () => {
  it.each([
    ['a block page', trouble('denied', 403)],
    ['too many calls', trouble('limited', 429)],
    ['an outage', trouble('down', 503)],
    ['a page that is gone', trouble('gone', 404)],
    ['a challenge', '<html><title>Just a moment...</title></html>'],
    ['another layout', '<script>{"state":{"feed":[]}}</script>'],
    ['entries that we do not understand', page({ ...item(9), by: null })],
  ])('%s', async (_, answer) => {
    site = { '/c/ada': answer };
    const { snapshot } = await ask();
    expect(snapshot).toMatchObject({
      state: 'unknown',
      channelId: 'c/ada',
      reason: expect.stringMatching(/^rumble: /),
    });
    expect(logged.length).toBeGreaterThan(0);
  });

  it('an empty page, where videos were before', async () => {
    site = { '/c/ada': page(item(3)) };
    const { memory } = await ask();
    site = { '/c/ada': page() };
    expect((await ask(memory)).snapshot.state).toBe('unknown');
    expect((await ask()).snapshot.state).toBe('offline');
  });

  it.each([trouble('down', 500), trouble('odd', 200), trouble('denied', 403)])(
    'a player that does not answer',
    async (error) => {
      site = {
        '/c/ada': page(item(9, { live_datetime: at(-5), watching_now: 4 })),
        ...oembed(9),
        ...player(9, 2, true),
      };
      const live = await ask();
      site['/embedJS/u3?v=vembed9'] = error;
      expect((await ask(live.memory)).snapshot.state).toBe('unknown');
      expect((await ask()).snapshot.state).toBe('unknown');
    },
  );

  it('a player of another video', async () => {
    site = { '/c/ada': page(item(9, { watching_now: 4 })), ...oembed(9), ...player(9, 2, true, { vid: 10 }) };
    expect((await ask()).snapshot.state).toBe('unknown');
  });

  it('once the wall is up, the rest of the batch stays away from it, and later', async () => {
    site = { '/c/ada': trouble('denied', 403), '/c/bob': page() };
    const answers = await connect().ask([plainQuestion('c/ada'), plainQuestion('c/bob')]);
    expect(answers.map(({ snapshot }) => snapshot.state)).toEqual(['unknown', 'unknown']);
    expect(answers[1]?.askAgainAt).toEqual(new Date(start + 60_000));
    expect(paths()).toEqual(['/c/ada']);
  });

  it('switched off: nobody is called', async () => {
    isOff = true;
    expect((await ask(null, { secret })).snapshot).toMatchObject({ state: 'unknown', reason: 'switched off' });
    await expect(connect().findChannel('ada')).rejects.toThrow('switched off');
    await expect(connect().readSecret?.(secret)).rejects.toThrow('switched off');
    expect(calls).toEqual([]);
  });

  it('odd memory is no memory', async () => {
    site = { '/c/ada': page() };
    expect((await ask({ known: 7, ended: 'x', listedAt: null })).snapshot.state).toBe('offline');
  });
});

describe("by the creator's address", () => {
  it('a live stream is told, with link and picture from the page', async () => {
    site = { ...apiData([{}]), '/c/ada': page(item(9, { live_datetime: at(-4), watching_now: 12 })) };
    const first = await ask(null, { secret });
    expect(first.snapshot).toMatchObject({
      state: 'live',
      streamId: '9',
      startedAt: new Date(at(-4)),
      url: 'https://rumble.com/vpage9-x.html',
      details: { title: 'Told', category: 'News', viewers: 12, thumbnailUrl: 'https://pictures.example/9.jpg' },
    });
    now += 20_000;
    paths();
    expect((await ask(first.memory, { secret })).snapshot).toMatchObject({
      state: 'live',
      url: 'https://rumble.com/vpage9-x.html',
    });
    expect(paths()).toEqual(['/-livestream-api/get-data']);
  });

  it('needs no page', async () => {
    site = { ...apiData([{}]), '/c/ada': trouble('denied', 403) };
    expect((await ask(null, { secret })).snapshot).toMatchObject({
      state: 'live',
      streamId: '9',
      url: 'https://rumble.com/c/ada',
    });
    site = { ...apiData([{ is_live: false }]), '/c/ada': trouble('denied', 403) };
    expect((await ask(null, { secret })).snapshot.state).toBe('offline');
  });

  it('what is not public is nobody else’s business', async () => {
    site = { ...apiData([{ visibility: 'private' }]), '/c/ada': page() };
    expect((await ask(null, { secret })).snapshot.state).toBe('offline');
  });

  it.each([
    ['refused', apiData([]), trouble('denied', 403)],
    ['silent', apiData([]), trouble('down', 503)],
    ['odd', { '/-livestream-api/get-data': { livestreams: 'x' } }, null],
    ['of somebody else', apiData([{}], { channel_name: 'Bob', channel_id: 8 }), null],
    ['of a user of the same name', apiData([{}], { type: 'user', username: 'ada' }), null],
  ])('%s: the page is read, the stream stays the same, and no key is told', async (_, answers, error) => {
    site = {
      ...answers,
      '/c/ada': page(item(9, { live_datetime: at(-4), watching_now: 12 })),
      ...oembed(9),
      ...player(9, 2, true),
    };
    if (error) site['/-livestream-api/get-data'] = error;
    expect((await ask(null, { secret })).snapshot).toMatchObject({
      state: 'live',
      streamId: '9',
      details: { title: 'Playing 9' },
    });
    expect(logged).toHaveLength(1);
    expect(logged.join()).toContain('page');
    expect(logged.join()).not.toMatch(/canary|get-data/);
  });

  it.each(['https://evil.example/-livestream-api/get-data?key=0123456789abcdef', 'http://169.254.169.254/', 'x'])(
    '%s is never called',
    async (address) => {
      site = { '/c/ada': page() };
      expect((await ask(null, { secret: address })).snapshot.state).toBe('offline');
      expect(calls).toEqual(['https://rumble.com/c/ada']);
      expect(logged.join()).not.toContain('evil');
    },
  );

  it('no secret is in an answer, a memory, a log or an error', async () => {
    site = { ...apiData([{}]), '/c/ada': page(item(9)) };
    const answer = await ask(null, { secret });
    const channel = await connect().readSecret?.(secret);
    site['/-livestream-api/get-data'] = { ...(site['/-livestream-api/get-data'] as object), type: 'canary-stream-key' };
    const odd = await ask(null, { secret });
    const error = await connect()
      .readSecret?.(secret)
      .catch((caught: unknown) => caught);
    const said = JSON.stringify([
      answer,
      channel,
      odd,
      logged,
      error instanceof Error ? [error.message, error.stack, error] : null,
    ]);
    expect(error).toBeInstanceOf(UpstreamError);
    for (const canary of canaries) expect(said).not.toContain(canary);
  });
});

describe('looking up', () => {
  it('a bare name is a channel first, then a user; a link says which', async () => {
    site = { '/c/ada': page(item(1)), '/user/ada': page(), '/user/bob': page() };
    const { findChannel } = connect();
    expect(await findChannel('ada')).toMatchObject({
      id: 'c/ada',
      name: 'ada',
      displayName: 'Ada',
      url: 'https://rumble.com/c/ada',
    });
    expect(await findChannel('ada', { rumbleType: 'user' })).toMatchObject({ id: 'user/ada', displayName: 'ada' });
    expect(await findChannel('bob')).toMatchObject({ id: 'user/bob' });
    expect(await findChannel('bob', { rumbleType: 'channel' })).toBeNull();
    expect(await findChannel('nobody')).toBeNull();
  });

  it.each([trouble('denied', 403), trouble('down', 503), '<title>Just a moment...</title>'])(
    'trouble is no "no"',
    async (answer) => {
      site = { '/c/ada': answer, '/user/ada': page() };
      await expect(connect().findChannel('ada')).rejects.toBeInstanceOf(UpstreamError);
    },
  );

  it('an address is somebody’s', async () => {
    site = { ...apiData([]), '/c/ada': page(item(1)) };
    expect(await connect().readSecret?.(secret)).toMatchObject({ id: 'c/ada', followers: 5 });
    site = { ...apiData([], { type: 'user', username: 'Bob' }), '/user/bob': page() };
    expect(await connect().readSecret?.(secret)).toMatchObject({ id: 'user/bob' });
    site = { '/-livestream-api/get-data': trouble('denied', 403) };
    expect(await connect().readSecret?.(secret)).toBeNull();
    expect(await connect().readSecret?.('https://evil.example/')).toBeNull();
  });
});

it('a recording is there once the player says so', async () => {
  const session = {
    streamId: '9',
    url: 'https://rumble.com/vpage9-x.html',
    startedAt: new Date(start),
    details: {},
  } as StreamSession;
  const channel = { id: 'c/ada' } as never;
  const find = () => connect().findRecording?.(session, channel);
  site = { ...oembed(9), ...player(9, 2, true) };
  expect(await find()).toBeNull();
  Object.assign(site, player(9, 1, false));
  expect(await find()).toBeNull();
  Object.assign(site, player(9, 0, true));
  expect(await find()).toMatchObject({ id: '9', kind: 'vod', streamId: '9', durationSeconds: 99, url: session.url });
  site = { ...oembed(9), '/embedJS/u3?v=vembed9': trouble('down', 503) };
  expect(await find()).toBeNull();
});
