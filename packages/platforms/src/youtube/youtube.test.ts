import { type Memory, ownBudgets, type PlatformDoors, plainQuestion, UpstreamError } from '@tally/kernel';
import { beforeEach, describe, expect, it } from 'vitest';
import { liveSnapshotOf, natureOf, videoOf } from './classify.ts';
import { youtube } from './index.ts';
import { nextForPlanned, readMemory } from './memory.ts';
import { createQuota } from './quota.ts';
import { readDuration, YoutubeVideo } from './youtube.external.ts';

const channelId = 'UCBJycsmduvYEL83R_U4JriQ';
const MINUTE = 60_000;
const said: [string, object][] = [];
let now = new Date('2026-11-21T18:00:00Z');
/** The responses of the outside by the end of the path. A missing one is an outage. */
let answers: Record<string, unknown> = {};
const asked: string[] = [];

const note = (fields: object, text: string) => void said.push([text, fields]);
function answerTo({ url }: { url: string }): unknown {
  const [, name = '', answer] =
    Object.entries(answers)
      .map(([end, each]) => [url, end, each] as const)
      .find(([, end]) => url.includes(end)) ?? [];
  asked.push(name || url);
  if (name === '') throw new UpstreamError({ world: 'youtube', kind: 'down', message: 'answered 503', status: 503 });
  return answer;
}
const metric = { set() {}, inc() {} };
const doors = {
  clock: { now: () => now },
  random: { int: () => 0 },
  log: { debug: note, info: note, warn: note, error: note },
  metrics: { gauge: () => metric, counter: () => metric },
  config: {
    publicApiUrl: 'https://api.tally.example',
    youtube: {
      isReal: true,
      apiKey: 'k',
      hubSecret: 's',
      dailyUnits: 1_000,
      apiUrl: 'https://api.example',
      hubUrl: 'https://hub.example',
      siteUrl: 'https://site.example',
    },
  },
  http: {
    json: async (call: { url: string }, schema: { parse(value: unknown): unknown }) => ({
      data: schema.parse(answerTo(call)),
    }),
    text: async (call: { url: string }) => ({ data: answerTo(call) }),
    raw: async (call: { url: string }) => answerTo(call),
  },
} as unknown as PlatformDoors;

beforeEach(() => {
  now = new Date('2026-11-21T18:00:00Z');
  answers = {};
  said.length = asked.length = 0;
});

const item = (id: string, more: { live?: object; content?: string; duration?: string; snippet?: object } = {}) => ({
  id,
  snippet: {
    publishedAt: '2026-11-21T17:59:00Z',
    channelId,
    title: 'Pliers',
    description: '',
    thumbnails: { high: { url: 'https://i.ytimg.com/vi/x/hqdefault.jpg' } },
    categoryId: '20',
    liveBroadcastContent: more.content ?? 'none',
    ...more.snippet,
  },
  contentDetails: { duration: more.duration ?? 'PT12M34S' },
  status: { privacyStatus: 'public', uploadStatus: 'processed' },
  ...(more.live ? { liveStreamingDetails: more.live } : {}),
});
const video = (...about: Parameters<typeof item>) => YoutubeVideo.parse(item(...about));
const id = (sign: string) => sign.repeat(11);
const feed = (...ids: string[]) =>
  `<feed>${ids.map((each) => `<entry><videoId>${each}</videoId><channelId>${channelId}</channelId><updated>2026-11-21T17:59:00Z</updated></entry>`).join('')}</feed>`;

describe('a name', () => {
  it.each([
    ['@MKBHD', 'mkbhd'],
    ['mkbhd', 'mkbhd'],
    ['https://www.youtube.com/@MKBHD/videos', 'mkbhd'],
    ['https://www.youtube.com/@%D8%AD%D8%B1%D9%83%D8%A7%D8%AA', 'حركات'],
    ['youtube.com/c/MarquesBrownlee', 'marquesbrownlee'],
    ['youtube.com/mkbhd', 'mkbhd'],
    ['youtube.com/user/marquesbrownlee', 'user/marquesbrownlee'],
    [`https://www.youtube.com/channel/${channelId}`, channelId],
    [channelId, channelId],
    ['https://youtu.be/dQw4w9WgXcQ?t=3', 'video/dQw4w9WgXcQ'],
    ['https://www.youtube.com/watch?app=desktop&v=dQw4w9WgXcQ', 'video/dQw4w9WgXcQ'],
    ['https://m.youtube.com/shorts/dQw4w9WgXcQ', 'video/dQw4w9WgXcQ'],
    ['https://www.youtube.com/live/dQw4w9WgXcQ', 'video/dQw4w9WgXcQ'],
    ['@watch', 'watch'],
    ['watch', null],
    ['two words', null],
    ['', null],
    ['@', null],
    ['https://youtube.com/', null],
    ['https://www.youtube.com/channel/UCshort', null],
    ['https://www.youtube.com/watch', null],
    ['https://www.youtube.com/playlist?list=PL0', null],
    ['https://www.youtube.com/feed/subscriptions', null],
    ['https://www.twitch.tv/ada', null],
    ['https://youtube.com.evil.example/@ada', null],
    ['https://www.youtube.com/@%E0%A4%A', null],
    ['x'.repeat(61), null],
    ['../../x', null],
    ['a\u0000b', null],
  ])('%j is %j', (text, name) => expect(youtube.channelNameIn(text)).toBe(name));
});

describe('a duration', () => {
  it.each([
    ['PT12M34S', 754],
    ['PT1H', 3_600],
    ['P1DT2H3M4S', 93_784],
    ['PT41S', 41],
    ['P0D', null],
    ['PT0S', null],
    ['', null],
    ['12:34', null],
    ['PT-5S', null],
    [null, null],
  ])('%s is %s', (text, seconds) => expect(readDuration(text)).toBe(seconds));
});

describe('the kind of a video', () => {
  const begun = { actualStartTime: '2026-11-21T17:00:00Z' };
  const planned = { scheduledStartTime: '2026-11-21T20:00:00Z' };
  it.each([
    ['upload', {}],
    ['planned', { content: 'upcoming', duration: 'P0D', live: planned }],
    ['premiere', { content: 'upcoming', duration: 'PT10M', live: planned }],
    ['live', { content: 'live', duration: 'P0D', live: begun }],
    ['recording', { live: { ...begun, actualEndTime: '2026-11-21T17:30:00Z' } }],
    ['unclear', { live: begun }],
    ['nothing', { live: planned }],
  ])('%s', (nature, about) => expect(natureOf(video(id('a'), about))).toBe(nature));

  it('chooses the first of several running streams', () => {
    const later = video(id('a'), { content: 'live', live: { actualStartTime: '2026-11-21T17:40:00Z' } });
    const first = video(id('b'), { content: 'live', live: begun });
    expect(liveSnapshotOf(channelId, [later, first])).toMatchObject({ streamId: id('b') });
    expect(liveSnapshotOf(channelId, [])).toBeNull();
  });

  it('links to where it is shown', () => {
    expect(videoOf(video(id('a')), 'short').url).toBe(`https://www.youtube.com/shorts/${id('a')}`);
    expect(videoOf(video(id('a')), 'upload').url).toBe(`https://www.youtube.com/watch?v=${id('a')}`);
  });
});

describe('a planned stream is asked about', () => {
  const at = now.getTime();
  it.each([
    ['in a month', 30 * 1_440, 60],
    ['in three hours', 180, 60],
    ['in two hours and ten minutes', 130, 11],
    ['in an hour', 60, 5],
    ['in 18 minutes', 18, 4],
    ['in ten minutes', 10, 1],
    ['now', 0, 1],
    ['an hour ago', -60, 1],
    ['five hours ago', -300, 10],
    ['last week', -7 * 1_440, 60],
  ])('%s, again after this many minutes', (_, ahead, minutes) => {
    expect((nextForPlanned(at + ahead * MINUTE, at) - at) / MINUTE).toBe(minutes);
  });
  it('without a time, every ten minutes', () => expect(nextForPlanned(null, at) - at).toBe(10 * MINUTE));
});

describe('without a single push', () => {
  /** Sends requests at the platform's pace until the answer matches. Returns how long it took. */
  async function askUntil(state: string, from: { memory: Memory | null; dueAt: number }) {
    const begunAt = now.getTime();
    for (let { memory, dueAt } = from; now.getTime() - begunAt < 60 * MINUTE; now = new Date(dueAt)) {
      const [answer] = await youtube.connect(doors).stream.ask([{ ...plainQuestion(channelId), memory }]);
      memory = answer?.memory ?? memory;
      const isLive = answer?.snapshot.state === 'live';
      const waitMs = (isLive ? youtube.pace.busySeconds : youtube.pace.idleSeconds) * 1_000;
      dueAt = answer?.askAgainAt?.getTime() ?? now.getTime() + waitMs;
      if (answer?.snapshot.state === state) return { tookMs: now.getTime() - begunAt, memory, dueAt };
    }
    throw new Error(`The answer was never ${state}.`);
  }

  it('a start and an end are found within three minutes', async () => {
    const running = item(id('s'), { content: 'live', duration: 'P0D', live: { actualStartTime: now.toISOString() } });
    const over = { actualStartTime: now.toISOString(), actualEndTime: now.toISOString() };
    answers = { '/feeds/': feed(id('o')), '/videos': { items: [item(id('o'))] }, '/channels': { items: [] } };
    const before = await askUntil('offline', { memory: null, dueAt: now.getTime() });
    answers = { '/feeds/': feed(id('s'), id('o')), '/videos': { items: [running] }, '/channels': { items: [] } };
    const live = await askUntil('live', before);
    expect(live.tookMs).toBeLessThanOrEqual(3 * MINUTE);
    answers = { ...answers, '/videos': { items: [item(id('s'), { duration: 'PT1H', live: over })] } };
    const end = await askUntil('offline', live);
    expect(end.tookMs).toBeLessThanOrEqual(3 * MINUTE);
  });
});

describe('the stored memory', () => {
  it.each([null, {}, { watch: 'x' }, { watch: [], seen: ['../x'], feedAt: null, namedAt: 0 }, { seen: 1e9 }])(
    'and is %o counts for nothing',
    (memory) => expect(readMemory(memory as never)).toBeNull(),
  );
});

describe('a day of units ends at midnight in California', () => {
  it.each([
    ['in winter', '2026-11-21T18:00:00Z', '2026-11-22T08:00:00.000Z'],
    ['in summer', '2026-07-01T06:59:00Z', '2026-07-01T07:00:00.000Z'],
    ['a moment before', '2026-11-22T07:59:59.999Z', '2026-11-22T08:00:00.000Z'],
    ['when clocks go forward', '2026-03-08T09:00:00Z', '2026-03-09T07:00:00.000Z'],
    ['when clocks go back', '2026-11-01T08:00:00Z', '2026-11-02T08:00:00.000Z'],
  ])('%s', async (_, at, ends) => {
    now = new Date(at);
    const quota = createQuota(doors);
    expect(quota.resetAt().toISOString()).toBe(ends);
    await quota.exceeded();
    expect(await quota.maySweep()).toBe(false);
    now = new Date(new Date(ends).getTime() - 1);
    expect(await quota.maySweep()).toBe(false);
    now = new Date(ends);
    expect(await quota.maySweep()).toBe(true);
  });

  it('people have their own share, and the sweep keeps its own', async () => {
    const shared = { ...doors, budgets: ownBudgets() };
    const [worker, api] = [createQuota(shared), createQuota(shared)];
    for (let count = 0; count < 200; count += 1) await api.spendForPerson();
    await expect(api.spendForPerson()).rejects.toMatchObject({ code: 'lookUpsUsedUp' });
    let asked = 0;
    for (; await worker.maySweep(); asked += 1) await worker.spend();
    expect(asked).toBe(750);
    now = new Date(now.getTime() + 24 * 60 * MINUTE);
    await expect(api.spendForPerson()).resolves.toBeUndefined();
  });

  it('all processes share the units, and one can use what another did not', async () => {
    const shared = { ...doors, budgets: ownBudgets() };
    const [worker, api] = [createQuota(shared), createQuota(shared)];
    let asked = 0;
    for (; await worker.maySweep(); asked += 1) await worker.spend();
    expect(asked).toBe(950);
    expect(await api.maySweep()).toBe(false);
    // The remaining units are for people.
    for (let count = 0; count < 50; count += 1) await api.spend();
    expect(await worker.read()).toMatchObject({ used: 1_000, limit: 1_000 });
    now = new Date(now.getTime() + 24 * 60 * MINUTE);
    expect(await worker.maySweep()).toBe(true);
    expect(await api.read()).toMatchObject({ used: 2 });
    await worker.close();
    expect(await api.read()).toMatchObject({ used: 0, resetsAt: new Date('2026-11-23T08:00:00Z') });
    await api.exceeded();
    expect(await worker.maySweep()).toBe(false);
  });
});

describe('an odd answer', () => {
  const connection = () => youtube.connect(doors);
  const memory = { watch: [], seen: [], feedAt: now.getTime(), namedAt: now.getTime() };
  const ask = async (about: string[], known: object | null = memory) =>
    (await connection().stream.ask([{ ...plainQuestion(channelId), memory: known as never, about }]))[0];

  it('about one video does not affect the others', async () => {
    const odd = { ...item(id('b')), snippet: { title: 5 } };
    answers = { videos: { items: [item(id('a')), odd, 'not even an object'] } };
    const answer = await ask([id('a'), id('b')]);
    expect(answer?.videos).toMatchObject([{ id: id('a'), kind: 'upload' }]);
    expect(answer?.snapshot).toMatchObject({ state: 'unknown' });
    expect(said.map(([text]) => text)).toEqual(Array(2).fill('YouTube sent a video in an unexpected form'));
    expect(JSON.stringify(said).length).toBeLessThan(1_500);
  });

  it.each([
    ['a number far too large', { statistics: { viewCount: '9'.repeat(40) } }],
    ['a negative one', { liveStreamingDetails: { concurrentViewers: '-1' } }],
    [
      'a picture that is none',
      { snippet: { ...item(id('a')).snippet, thumbnails: { high: { url: 'javascript:0' } } } },
    ],
    ['another channel’s form', { snippet: { ...item(id('a')).snippet, channelId: '5' } }],
    ['a time that is none', { snippet: { ...item(id('a')).snippet, publishedAt: 'soon' } }],
    ['a word that we do not know', { snippet: { ...item(id('a')).snippet, liveBroadcastContent: 'rerun' } }],
  ])('with %s is unknown, never offline', async (_, more) => {
    answers = { videos: { items: [{ ...item(id('a')), ...more }] } };
    expect(await ask([id('a')])).toMatchObject({ snapshot: { state: 'unknown' }, videos: [] });
  });

  it.each(['', '<html>Before you continue</html>', feed().slice(0, 4), '\u0000'])(
    'instead of a feed (%j) is unknown',
    async (text) => {
      answers = { feeds: text };
      expect(await ask([], { ...memory, feedAt: null })).toMatchObject({ snapshot: { state: 'unknown' }, videos: [] });
    },
  );

  it('of everything, the first time, leaves nothing behind', async () => {
    const answer = await ask([], null);
    expect(answer).toEqual({ snapshot: { state: 'unknown', channelId, reason: expect.any(String) } });
  });
});

describe('whether it is a short', () => {
  const memory = { watch: [], seen: [], feedAt: now.getTime(), namedAt: now.getTime() };
  const watch = (to: string) => ({ status: 303, headers: { location: to } });
  async function kindAfter(answer: unknown, rounds = 1, title = 'Pliers') {
    answers = {
      videos: { items: [item(id('a'), { duration: 'PT41S', snippet: { title } })] },
      ...(answer === undefined ? {} : { shorts: answer }),
    };
    let known: unknown = memory;
    let kind: string | undefined;
    for (let round = 0; round < rounds; round += 1) {
      const question = { ...plainQuestion(channelId), memory: known as never, about: [id('a')] };
      const [told] = await youtube.connect(doors).stream.ask([question]);
      known = told?.memory;
      kind = told?.videos?.[0]?.kind;
      now = new Date(now.getTime() + 2 * MINUTE);
    }
    return kind;
  }

  it.each([
    ['its own page', { status: 200, headers: {} }, 'short'],
    ['being sent to its other page', watch(`https://www.youtube.com/watch?v=${id('a')}`), 'upload'],
    ['being sent to another video', watch(`https://www.youtube.com/watch?v=${id('b')}`), undefined],
    ['a page about cookies', watch('https://consent.youtube.com/m?continue=x'), undefined],
    ['being sent nowhere', { status: 303, headers: {} }, undefined],
    ['unusual traffic', { status: 429, headers: {} }, undefined],
    ['nothing', undefined, undefined],
  ])('%s says: %s', async (_, answer, kind) => expect(await kindAfter(answer)).toBe(kind));

  it('is guessed when it was asked three times', async () => {
    expect(await kindAfter(undefined, 3)).toBe('upload');
    expect(await kindAfter(undefined, 3, 'Pliers #Shorts')).toBe('short');
  });
});
