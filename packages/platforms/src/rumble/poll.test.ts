import { plainQuestion } from '@tally/kernel';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  at,
  createFakeSite,
  type FakeSite,
  item,
  oembed,
  page,
  player,
  siteUrl,
  start,
  trouble,
} from './__fixtures__/fake-site.ts';

let fake: FakeSite;
beforeEach(() => {
  fake = createFakeSite();
});

describe('by the page', () => {
  it('a live stream costs a page, its player, and then one call each time', async () => {
    fake.pages = {
      '/c/ada': page(item(9, { live_datetime: at(-5), watching_now: 40 }), item(3)),
      ...oembed(9),
      ...player(9, 2, true),
    };
    const first = await fake.ask();
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
    expect(fake.paths()).toEqual(['/c/ada', '/api/Media/oembed.json', '/embedJS/u3/']);
    fake.now += 30_000;
    Object.assign(fake.pages, player(9, 2, true, { title: 'Now this' }));
    const second = await fake.ask(first.memory);
    expect(second.snapshot).toMatchObject({
      state: 'live',
      streamId: '9',
      startedAt: new Date(at(-5)),
      details: { title: 'Now this', viewers: 40 },
    });
    expect(fake.paths()).toEqual(['/embedJS/u3/']);
  });

  it('an ended stream is its own recording, and is not checked again', async () => {
    fake.pages = {
      '/c/ada': page(item(9, { live_datetime: at(-5), watching_now: 40 })),
      ...oembed(9),
      ...player(9, 2, true),
    };
    const live = await fake.ask();
    Object.assign(fake.pages, { '/c/ada': page(item(9, { live_datetime: at(-5) })) }, player(9, 0, true));
    const over = await fake.ask(live.memory);
    const publishedAt = new Date(Date.parse(at(-5)) + 100_000);
    expect(over).toMatchObject({
      snapshot: { state: 'offline' },
      videos: [{ id: '9', kind: 'vod', streamId: '9', publishedAt }],
    });
    fake.now += 30 * 60_000;
    fake.paths();
    expect((await fake.ask(over.memory)).snapshot.state).toBe('offline');
    expect(fake.paths()).toEqual(['/c/ada']);
  });

  it('a lost connection is offline without a recording, and resumes as the same stream', async () => {
    fake.pages = {
      '/c/ada': page(item(9, { live_datetime: at(-5), watching_now: 40 })),
      ...oembed(9),
      ...player(9, 2, true),
    };
    const live = await fake.ask();
    Object.assign(fake.pages, { '/c/ada': page(item(9, { live_datetime: at(-5) })) }, player(9, 1, false));
    const away = await fake.ask(live.memory);
    expect(away).toMatchObject({ snapshot: { state: 'offline' }, videos: [] });
    Object.assign(fake.pages, player(9, 2, true));
    expect((await fake.ask(away.memory)).snapshot).toMatchObject({ state: 'live', streamId: '9' });
  });

  it('a planned stream is not live, and worth being there when it begins', async () => {
    const planned = item(9, { live_datetime: new Date(start + 40_000).toISOString() });
    fake.pages = { '/c/ada': page(planned), ...oembed(9), ...player(9, 1, true) };
    const answer = await fake.ask();
    expect(answer).toMatchObject({ snapshot: { state: 'offline' }, videos: [], askAgainAt: new Date(start + 40_000) });
    Object.assign(fake.pages, player(9, 2, true));
    fake.paths();
    expect((await fake.ask(answer.memory)).snapshot.state).toBe('live');
    expect(fake.paths()).toEqual(['/c/ada', '/embedJS/u3/']);
  });

  it('reads earlier and planned starts from the page', async () => {
    const [earlier, planned] = [at(-60 * 24), new Date(start + 3_600_000).toISOString()];
    fake.pages = { '/c/ada': page(item(9, { live_datetime: planned }), item(4, { live_datetime: earlier }), item(3)) };
    Object.assign(fake.pages, oembed(4), player(4, 0, true));
    expect((await fake.ask()).starts).toEqual([new Date(planned), new Date(earlier)]);
  });

  it('ignores other creators on the same page', async () => {
    const other = item(5, {
      live_datetime: at(-5),
      watching_now: 900,
      by: { name: 'Bob', url: `${siteUrl}/user/Ada` },
    });
    fake.pages = { '/c/ada': page(item(3, { is_short: true }), other), ...oembed(5), ...player(5, 2, true) };
    expect(await fake.ask()).toMatchObject({ snapshot: { state: 'offline' }, videos: [{ id: '3', kind: 'short' }] });
    expect(fake.paths()).toEqual(['/c/ada']);
  });

  it('a user is asked for in the other namespace', async () => {
    fake.pages = { '/user/ada': page() };
    const [answer] = await fake.connect().stream.ask([plainQuestion('user/ada')]);
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
    ['entries that we do not understand', page({ ...item(9), by: {} })],
  ])('%s', async (_, answer) => {
    fake.pages = { '/c/ada': answer };
    const { snapshot } = await fake.ask();
    expect(snapshot).toMatchObject({
      state: 'unknown',
      channelId: 'c/ada',
      reason: expect.stringMatching(/^rumble: /),
    });
    expect(fake.logged.length).toBeGreaterThan(0);
  });

  it('an empty page, where videos were before', async () => {
    fake.pages = { '/c/ada': page(item(3)) };
    const { memory } = await fake.ask();
    fake.pages = { '/c/ada': page() };
    expect((await fake.ask(memory)).snapshot.state).toBe('unknown');
    expect((await fake.ask()).snapshot.state).toBe('offline');
  });

  it.each([trouble('down', 500), trouble('odd', 200), trouble('denied', 403)])(
    'a player without an answer',
    async (error) => {
      fake.pages = {
        '/c/ada': page(item(9, { live_datetime: at(-5), watching_now: 4 })),
        ...oembed(9),
        ...player(9, 2, true),
      };
      const live = await fake.ask();
      fake.pages['player vembed9'] = error;
      expect((await fake.ask(live.memory)).snapshot.state).toBe('unknown');
      expect((await fake.ask()).snapshot.state).toBe('unknown');
    },
  );

  it('a player of another video', async () => {
    fake.pages = { '/c/ada': page(item(9, { watching_now: 4 })), ...oembed(9), ...player(9, 2, true, { vid: 10 }) };
    expect((await fake.ask()).snapshot.state).toBe('unknown');
  });

  it('stops the rest of the batch, and later calls, after a block', async () => {
    fake.pages = { '/c/ada': trouble('limited', 429, 90_000), '/c/bob': page() };
    const answers = await fake.connect().stream.ask([plainQuestion('c/ada'), plainQuestion('c/bob')]);
    expect(answers.map(({ snapshot }) => snapshot.state)).toEqual(['unknown', 'unknown']);
    expect(answers[1]?.askAgainAt).toEqual(new Date(start + 90_000));
    expect(fake.paths()).toEqual(['/c/ada']);
  });

  it('odd memory is no memory', async () => {
    fake.pages = { '/c/ada': page() };
    expect((await fake.ask({ known: 7, ended: 'x', listedAt: null })).snapshot.state).toBe('offline');
  });
});
