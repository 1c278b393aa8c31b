import type { Answer } from '@tally/kernel';
import { youtube } from '@tally/platforms/youtube/index';
import { beforeEach, describe, expect, it } from 'vitest';
import { kindsOf, lofi, mkbhd, openAdapter, start, stateOf } from './adapter.ts';

const adapter = openAdapter();
const { control, made, later, summary, cost, askAll, ask, last, add } = adapter;

describe('a channel', () => {
  it.each([
    'https://www.youtube.com/@MKBHD',
    '@mkbhd',
    'MKBHD',
    `https://m.youtube.com/channel/${mkbhd}/videos`,
    'youtube.com/user/marquesbrownlee',
    'https://www.youtube.com/c/mkbhd?sub_confirmation=1',
    'marquesbrownlee',
  ])('is found by %s', async (text) => {
    const name = youtube.channelNameIn(text);
    expect(await adapter.connection.stream.findChannel(name ?? '')).toEqual({
      platform: 'youtube',
      id: mkbhd,
      name: 'mkbhd',
      displayName: 'Marques Brownlee',
      avatarUrl: expect.stringContaining('/cdn/ytc/'),
      followers: 20_100_000,
      url: 'https://www.youtube.com/@mkbhd',
    });
  });

  it.each(['watch?v=', 'shorts/', 'live/'])('is found by one of its videos, youtube.com/%s…', async (path) => {
    const name = youtube.channelNameIn(`https://youtube.com/${path}${made('upload')}`);
    expect(await adapter.connection.stream.findChannel(name ?? '')).toMatchObject({ id: mkbhd });
  });

  it('is found by a handle in any script', async () => {
    const name = youtube.channelNameIn(
      'https://www.youtube.com/@%E3%81%A6%E3%81%A4%E3%81%A9%E3%81%86%E6%95%A3%E6%AD%A9',
    );
    expect(await adapter.connection.stream.findChannel(name ?? '')).toMatchObject({ displayName: 'てつどう散歩' });
  });

  it('that does not exist is null', async () => {
    expect(await adapter.connection.stream.findChannel('nobody.at.all')).toBeNull();
    expect(await adapter.connection.stream.findChannel('nobodyatall')).toBeNull();
    expect(await adapter.connection.stream.findChannel('video/AAAAAAAAAAA')).toBeNull();
  });

  it('shows its new name within a day, and one call asks for fifty', async () => {
    await askAll([mkbhd, lofi]);
    control('rename', { who: 'mkbhd', name: 'marques', title: 'Marques' });
    later(23 * 60);
    expect((await ask()).name).toBeUndefined();
    later(60);
    const [first, second] = await askAll([mkbhd, lofi]);
    expect(first?.name).toEqual({ name: 'marques', displayName: 'Marques', avatarUrl: expect.stringMatching(/^http/) });
    expect(second?.name).toMatchObject({ name: 'lofigirl' });
    later(10);
    expect((await ask()).name).toBeUndefined();
  });
});

describe('the content of a channel when it is first asked about', () => {
  it('is listed, costs one unit for several channels, and checks no video for being a short', async () => {
    made('go-live', { title: 'Already on' });
    expect(await cost(() => askAll([mkbhd, lofi]))).toBe(1);
    expect(last.get(mkbhd)).toMatchObject({ snapshot: { state: 'live', details: { title: 'Already on' } } });
    const kinds = kindsOf(last.get(lofi) as Answer).map(([, kind]) => kind);
    expect(kinds).toEqual(['upload', 'upload', 'upload', 'vod', 'upload']);
    expect(summary().requests.filter(({ method }) => method === 'HEAD')).toEqual([]);
  });

  it('is read from the list of uploads if there is no feed', async () => {
    control('trouble', { kind: 'feed', minutes: 5 });
    const answer = await ask();
    expect([stateOf(answer), answer.videos?.length]).toEqual(['offline', 5]);
  });

  it('is nothing for a channel without videos', async () => {
    const id = add('freshstart');
    const [answer] = await askAll([id]);
    expect(answer).toMatchObject({ snapshot: { state: 'offline' }, videos: [] });
    const late = made('upload', { who: 'freshstart' });
    later(10);
    expect(kindsOf((await askAll([id]))[0] as Answer)).toEqual([[late, 'upload']]);
  });
});

describe('a push', () => {
  beforeEach(() => ask());

  it.each([
    ['upload', { seconds: 754 }, 'upload'],
    ['upload', { seconds: 100 }, 'upload'],
    ['short', {}, 'short'],
    ['premiere', { minutes: 60 }, 'premiere'],
  ])('about %s %o is reported as %s, for one unit and without the feed', async (name, body, kind) => {
    const id = made(name, { title: '@everyone \u202E **look**', ...body });
    let answer: Answer | undefined;
    expect(
      await cost(async () => {
        answer = await ask([id]);
      }),
    ).toBe(1);
    expect(answer?.videos).toMatchObject([
      {
        platform: 'youtube',
        channelId: mkbhd,
        id,
        kind,
        title: '@everyone \u202E **look**',
        category: 'Science & Technology',
      },
    ]);
    expect(answer && stateOf(answer)).toBe('offline');
    expect(summary().requests.filter(({ path }) => path.includes('feeds'))).toHaveLength(1);
  });

  it('about a new title of an old video costs nothing', async () => {
    const id = made('upload');
    await ask([id]);
    control('change-title', { who: 'mkbhd', title: 'Another' });
    expect(await cost(() => ask([id]))).toBe(0);
    expect((await ask([id])).videos).toEqual([]);
  });

  it('about an unscheduled stream makes the channel live', async () => {
    const id = made('go-live', { title: 'Surprise', viewers: 512 });
    expect(await ask([id])).toMatchObject({
      snapshot: {
        state: 'live',
        streamId: id,
        startedAt: start,
        url: `https://www.youtube.com/watch?v=${id}`,
        details: { title: 'Surprise', viewers: 512, category: 'Science & Technology', isMature: false },
      },
      videos: [],
    });
  });

  it('about another person’s video has no effect', async () => {
    const id = made('go-live', { who: 'LofiGirl' });
    expect(await ask([id])).toMatchObject({ snapshot: { state: 'offline' }, videos: [] });
  });

  it('with malformed ids triggers no call', async () => {
    expect(await cost(() => ask(['../x', 'a,b', '']))).toBe(0);
  });

  it.each(['x'.repeat(10_000), 'n\u0000ul', 'half \ud800 a pair'])('with a wild title is reported', async (title) => {
    const id = made('upload', { title });
    expect(kindsOf(await ask([id]))).toEqual([[id, 'upload']]);
  });
});

describe('a push that is lost', () => {
  beforeEach(() => ask());

  it('is replaced by the feed, which is read at most every two minutes', async () => {
    const [upload, live] = [made('upload'), made('go-live')];
    later(1);
    expect(await cost(() => ask())).toBe(0);
    later(1);
    const answer = await ask();
    expect([stateOf(answer), kindsOf(answer)]).toEqual(['live', [[upload, 'upload']]]);
    expect(live).toBe(answer.snapshot.state === 'live' && answer.snapshot.streamId);
  });

  it('is waited for while the feed is broken: unknown, never offline, never gone', async () => {
    control('trouble', { kind: 'feed', minutes: 60 });
    const id = made('upload');
    later(10);
    expect(await ask()).toMatchObject({ snapshot: { state: 'unknown' }, videos: [] });
    control('calm');
    expect(kindsOf(await ask())).toEqual([[id, 'upload']]);
  });
});
