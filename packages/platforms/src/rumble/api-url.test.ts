import { type StreamSession, UpstreamError } from '@tally/kernel';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  apiData,
  at,
  canaries,
  createFakeSite,
  type FakeSite,
  item,
  oembed,
  page,
  player,
  secret,
  start,
  trouble,
} from './__fixtures__/fake-site.ts';

let fake: FakeSite;
beforeEach(() => {
  fake = createFakeSite();
});

describe("by the creator's address", () => {
  it('reports a live stream, with link and picture from the page', async () => {
    fake.pages = { ...apiData([{}]), '/c/ada': page(item(9, { live_datetime: at(-4), watching_now: 12 })) };
    const first = await fake.ask(null, { secret });
    expect(first.snapshot).toMatchObject({
      state: 'live',
      streamId: '9',
      startedAt: new Date(at(-4)),
      url: 'https://rumble.com/vpage9-x.html',
      details: { title: 'Told', category: 'News', viewers: 12, thumbnailUrl: 'https://pictures.example/9.jpg' },
    });
    fake.now += 20_000;
    fake.paths();
    expect((await fake.ask(first.memory, { secret })).snapshot).toMatchObject({
      state: 'live',
      url: 'https://rumble.com/vpage9-x.html',
    });
    expect(fake.paths()).toEqual(['/-livestream-api/get-data']);
  });

  it('needs no page', async () => {
    fake.pages = { ...apiData([{}]), '/c/ada': trouble('denied', 403) };
    expect((await fake.ask(null, { secret })).snapshot).toMatchObject({
      state: 'live',
      streamId: '9',
      url: 'https://rumble.com/c/ada',
    });
    fake.pages = { ...apiData([{ is_live: false }]), '/c/ada': trouble('denied', 403) };
    expect((await fake.ask(null, { secret })).snapshot.state).toBe('offline');
  });

  it('keeps private streams private', async () => {
    fake.pages = { ...apiData([{ visibility: 'private' }]), '/c/ada': page() };
    expect((await fake.ask(null, { secret })).snapshot.state).toBe('offline');
  });

  it.each([
    ['refused', apiData([]), trouble('denied', 403)],
    ['silent', apiData([]), trouble('down', 503)],
    ['odd', { '/-livestream-api/get-data': { livestreams: 'x' } }, null],
    ['of somebody else', apiData([{}], { channel_name: 'Bob', channel_id: 8 }), null],
    ['of a user of the same name', apiData([{}], { type: 'user', username: 'ada' }), null],
  ])('%s: reads the page, keeps the stream, and reveals no key', async (_, answers, error) => {
    fake.pages = {
      ...answers,
      '/c/ada': page(item(9, { live_datetime: at(-4), watching_now: 12 })),
      ...oembed(9),
      ...player(9, 2, true),
    };
    if (error) fake.pages['/-livestream-api/get-data'] = error;
    expect((await fake.ask(null, { secret })).snapshot).toMatchObject({
      state: 'live',
      streamId: '9',
      details: { title: 'Playing 9' },
    });
    expect(fake.logged).toHaveLength(1);
    expect(fake.logged.join()).toContain('page');
    expect(fake.logged.join()).not.toMatch(/canary|get-data/);
  });

  it.each(['https://evil.example/-livestream-api/get-data?key=0123456789abcdef', 'http://169.254.169.254/', 'x'])(
    '%s is never called',
    async (address) => {
      fake.pages = { '/c/ada': page() };
      expect((await fake.ask(null, { secret: address })).snapshot.state).toBe('offline');
      expect(fake.calls).toEqual(['https://rumble.com/c/ada']);
      expect(fake.logged.join()).not.toContain('evil');
    },
  );

  it('no secret appears in an answer, a memory, a log or an error', async () => {
    fake.pages = { ...apiData([{}]), '/c/ada': page(item(9)) };
    const answer = await fake.ask(null, { secret });
    const channel = await fake.connect().supporters?.readSecret(secret);
    fake.pages['/-livestream-api/get-data'] = {
      ...(fake.pages['/-livestream-api/get-data'] as object),
      type: 'canary-stream-key',
    };
    const odd = await fake.ask(null, { secret });
    const error = await fake
      .connect()
      .supporters?.readSecret(secret)
      .catch((caught: unknown) => caught);
    const said = JSON.stringify([
      answer,
      channel,
      odd,
      fake.logged,
      error instanceof Error ? [error.message, error.stack, error] : null,
    ]);
    expect(error).toBeInstanceOf(UpstreamError);
    for (const canary of canaries) expect(said).not.toContain(canary);
  });
});

describe('channel look-up', () => {
  it('a bare name is a channel first, then a user; a link says which', async () => {
    fake.pages = { '/c/ada': page(item(1)), '/user/ada': page(), '/user/bob': page() };
    const { findChannel } = fake.connect().stream;
    expect(await findChannel('ada')).toMatchObject({
      id: 'c/ada',
      name: 'ada',
      displayName: 'Ada',
      url: 'https://rumble.com/c/ada',
    });
    expect(await findChannel('user/ada')).toMatchObject({ id: 'user/ada', displayName: 'ada' });
    expect(await findChannel('bob')).toMatchObject({ id: 'user/bob' });
    expect(await findChannel('c/bob')).toBeNull();
    expect(await findChannel('nobody')).toBeNull();
  });

  it.each([trouble('denied', 403), trouble('down', 503), '<title>Just a moment...</title>'])(
    'trouble is no "no"',
    async (answer) => {
      fake.pages = { '/c/ada': answer, '/user/ada': page() };
      await expect(fake.connect().stream.findChannel('ada')).rejects.toBeInstanceOf(UpstreamError);
    },
  );

  it('lists the latest supporters of an address, and says whether the list is complete', async () => {
    const followers = {
      num_followers: 2,
      num_followers_total: 2,
      recent_followers: [{ username: 'Bob', followed_on: at(-9) }],
    };
    const people = [
      { username: 'Cy', subscribed_on: at(-5) },
      { username: 'Dee', subscribed_on: 'soon' },
    ];
    const subscribers = { num_subscribers: 2, recent_subscribers: people };
    fake.pages = apiData([], { followers, subscribers });
    const ask = (channelId: string, displayName = 'Ada') =>
      fake.connect().supporters?.listSupporters({ channelId, displayName, secret }) ??
      Promise.reject(new Error('no call'));
    expect(await ask('c/ada')).toEqual({
      follower: { since: new Map([['bob', new Date(at(-9))]]), isWhole: false },
      subscriber: {
        since: new Map([
          ['cy', new Date(at(-5))],
          ['dee', null],
        ]),
        isWhole: true,
      },
    });
    // The URL of another channel must not give roles, and neither must a missing response.
    expect(await ask('c/bob', 'Bob')).toBeNull();
    fake.pages = { '/-livestream-api/get-data': trouble('down', 503) };
    await expect(ask('c/ada')).rejects.toBeInstanceOf(UpstreamError);
  });

  it('an address has an owner', async () => {
    fake.pages = { ...apiData([]), '/c/ada': page(item(1)) };
    expect(await fake.connect().supporters?.readSecret(secret)).toMatchObject({ id: 'c/ada', followers: 5 });
    fake.pages = { ...apiData([], { type: 'user', username: 'Bob' }), '/user/bob': page() };
    expect(await fake.connect().supporters?.readSecret(secret)).toMatchObject({ id: 'user/bob' });
    fake.pages = { '/-livestream-api/get-data': trouble('denied', 403) };
    expect(await fake.connect().supporters?.readSecret(secret)).toBeNull();
    expect(await fake.connect().supporters?.readSecret('https://evil.example/')).toBeNull();
  });
});

it('finds a recording once the player has it', async () => {
  const session = {
    streamId: '9',
    url: 'https://rumble.com/vpage9-x.html',
    startedAt: new Date(start),
    details: {},
  } as StreamSession;
  const channel = { id: 'c/ada' } as never;
  const find = () => fake.connect().recordings?.findRecording(session, channel);
  fake.pages = { ...oembed(9), ...player(9, 2, true) };
  expect(await find()).toBeNull();
  Object.assign(fake.pages, player(9, 1, false));
  expect(await find()).toBeNull();
  Object.assign(fake.pages, player(9, 0, true));
  expect(await find()).toMatchObject({ id: '9', kind: 'vod', streamId: '9', durationSeconds: 99, url: session.url });
  fake.pages = { ...oembed(9), 'player vembed9': trouble('down', 503) };
  expect(await find()).toBeNull();
});
