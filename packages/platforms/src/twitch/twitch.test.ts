import { createMetrics } from '@tally/infra/metrics';
import { type PlatformDoors, plainQuestion, UpstreamError } from '@tally/kernel';
import { describe, expect, it } from 'vitest';
import { LiveList } from '../live-list.ts';
import type { TwitchClient } from './client.ts';
import { detailsOf } from './details.ts';
import { twitch } from './index.ts';
import { askWhoIsLive } from './poll.ts';
import { dropPush, ensurePush, hearRevocations } from './subscribe.ts';

const said: string[] = [];
const doorsOf = (publicApiUrl: string, isReal = true) =>
  ({
    clock: { now: () => new Date('2026-11-21T18:00:00Z') },
    metrics: createMetrics({ withProcess: false }),
    config: {
      publicApiUrl,
      twitch: { isReal, clientId: 'app', eventsubSecret: 'ten letters or more', conduit: 'off' },
    },
    log: { warn: (_: unknown, text: string) => said.push(text), info: (_: unknown, text: string) => said.push(text) },
  }) as unknown as PlatformDoors;
const doors = doorsOf('https://api.tally.example');
const callback = 'https://api.tally.example/webhooks/twitch';

const trouble = (kind: UpstreamError['kind'], status?: number, retryAfterMs?: number) =>
  new UpstreamError({ world: 'twitch', kind, message: `answered ${status}`, status, retryAfterMs });

interface Call {
  path: string;
  query?: Record<string, string | readonly string[]>;
  json?: { type: string; condition: { broadcaster_user_id: string }; transport: { callback: string } };
}

/** A Helix that responds from a list and records the calls. */
function helix(
  answers: unknown[],
  post: (call: Call) => unknown = () => ({ data: [{ cost: 1 }] }),
  take: (id: string) => void = () => {},
) {
  const calls: Call[] = [];
  const dropped: string[] = [];
  const answerTo = (call: Call, answer: unknown, schema: { parse(value: unknown): unknown }) => {
    calls.push(call);
    if (answer instanceof Error) throw answer;
    return schema.parse(answer);
  };
  const client = {
    get: async (path: string, query: Call['query'], schema: typeof LiveList) =>
      answerTo({ path, ...(query ? { query } : {}) }, answers.shift(), schema),
    post: async (path: string, json: NonNullable<Call['json']>, schema: typeof LiveList) =>
      answerTo({ path, json }, post({ path, json }), schema),
    delete: async (_: string, { id }: { id: string }) => {
      take(id);
      dropped.push(id);
    },
  } as unknown as TwitchClient;
  return { client, calls, dropped };
}

describe('the start of a stream', () => {
  it('has the title and the category of its channel', async () => {
    const channel = { broadcaster_id: '42', title: 'Lighthouse, day 3', game_name: 'Art', broadcaster_language: 'en' };
    const { client, calls } = helix([{ data: [channel] }]);
    expect(await detailsOf(client, '42')).toMatchObject({
      title: 'Lighthouse, day 3',
      category: 'Art',
      language: 'en',
    });
    expect(calls).toEqual([{ path: '/channels', query: { broadcaster_id: '42' } }]);
  });

  it('has none if Helix does not know the channel', async () => {
    expect(await detailsOf(helix([{ data: [] }]).client, '42')).toMatchObject({ title: null, category: null });
  });

  it('is asked about for two seconds, not ten: people wait for it', async () => {
    const patience: unknown[] = [];
    const get = async (...asked: unknown[]) => {
      patience.push(asked[3]);
      return { data: [] };
    };
    await detailsOf({ get } as unknown as TwitchClient, '42');
    expect(patience).toEqual([{ timeoutMs: 2_000 }]);
  });
});

describe('a name', () => {
  it.each([
    ['xQc', 'xqc'],
    ['@some_one', 'some_one'],
    ['https://www.twitch.tv/Some_One', 'some_one'],
    ['m.twitch.tv/ada?x=1', 'ada'],
    ['https://twitch.tv/popout/ada/chat', 'ada'],
    ['https://www.twitch.tv/videos/2001234567?t=1h', 'video/2001234567'],
    ['https://clips.twitch.tv/CarefulLamp-x1_Y2', 'clip/CarefulLamp-x1_Y2'],
    ['https://m.twitch.tv/clip/CarefulLamp', 'clip/CarefulLamp'],
    ['https://www.twitch.tv/ada/clip/CarefulLamp', 'ada'],
    ['https://www.twitch.tv/videos/all', null],
    ['https://clips.twitch.tv/', null],
    ['https://clips.twitch.tv.evil.example/CarefulLamp', null],
    ['two words', null],
    ['https://kick.com/ada', null],
    ['日本語', null],
    ['', null],
  ])('%s is %s', (text, name) => expect(twitch.channelNameIn(text)).toBe(name));
});

describe('live channels', () => {
  const stream = {
    id: '9001',
    user_id: '2',
    user_login: 'ada',
    game_name: '',
    title: 'Hello',
    viewer_count: 12,
    started_at: '2026-11-21T17:59:00Z',
    language: 'en',
    thumbnail_url: 'https://static-cdn.jtvnw.net/previews-ttv/live_user_ada-{width}x{height}.jpg',
    is_mature: false,
  };

  it('are queried with "first", and a channel missing from a good answer is offline', async () => {
    const { client, calls } = helix([{ data: [stream], pagination: {} }]);
    expect(await askWhoIsLive(client, doors, ['1', '2'].map(plainQuestion))).toMatchObject([
      { snapshot: { state: 'offline', channelId: '1' } },
      {
        snapshot: {
          state: 'live',
          channelId: '2',
          streamId: '9001',
          url: 'https://www.twitch.tv/ada',
          details: {
            title: 'Hello',
            category: null,
            viewers: 12,
            thumbnailUrl: 'https://static-cdn.jtvnw.net/previews-ttv/live_user_ada-1280x720.jpg',
          },
        },
      },
    ]);
    expect(calls).toEqual([{ path: '/streams', query: { user_id: ['1', '2'], first: '100' } }]);
  });

  it.each(['down', 'odd', 'gone'] as const)('is unknown while Twitch is %s', async (kind) => {
    const { client } = helix([trouble(kind)]);
    expect(await askWhoIsLive(client, doors, ['1'].map(plainQuestion))).toMatchObject([
      { snapshot: { state: 'unknown', channelId: '1' } },
    ]);
  });

  it.each(['limited', 'denied'] as const)('is left to the sweep when %s', async (kind) => {
    const { client } = helix([trouble(kind)]);
    await expect(askWhoIsLive(client, doors, ['1'].map(plainQuestion))).rejects.toMatchObject({ kind });
  });

  it.each([{ error: 'x' }, { data: null }])('is not read out of %j', (answer) =>
    expect(LiveList.safeParse(answer).success).toBe(false),
  );

  it.each([
    ['of somebody', { ...stream, user_id: '3', started_at: 'soon' }, ['offline', 'live', 'unknown']],
    ['of nobody in particular', { ...stream, user_id: null }, ['unknown', 'live', 'unknown']],
    ['which is no object', 'soon', ['unknown', 'live', 'unknown']],
  ])('an odd one %s spoils no other, and ends nothing', async (_, odd, states) => {
    const { client } = helix([{ data: [odd, stream], pagination: {} }]);
    const answers = await askWhoIsLive(client, doors, ['1', '2', '3'].map(plainQuestion));
    expect(answers.map(({ snapshot }) => snapshot.state)).toEqual(states);
    expect(said.at(-1)).toBe('Twitch sent a stream in an unexpected form');
  });
});

describe('subscriptions', () => {
  const known = (channelId: string, type: string, more: { status?: string; callback?: string } = {}) => ({
    id: `${channelId} ${type}`,
    status: more.status ?? 'enabled',
    type,
    condition: { broadcaster_user_id: channelId },
    transport: { method: 'webhook', callback: more.callback ?? callback },
  });
  const page = (data: object[], more: { cost?: number; cursor?: string } = {}) => ({
    data,
    total_cost: more.cost ?? 0,
    max_total_cost: 10_000,
    pagination: more.cursor ? { cursor: more.cursor } : {},
  });
  const asked = (calls: Call[]) =>
    calls.flatMap(({ json }) => (json ? [`${json.condition.broadcaster_user_id} ${json.type}`] : []));

  it('of one channel are listed with one call; only missing or broken ones are created', async () => {
    const { client, calls } = helix([
      page([
        known('1', 'stream.online'),
        known('1', 'stream.offline', { status: 'notification_failures_exceeded' }),
        known('1', 'channel.update', { callback: 'https://elsewhere.example/webhooks/twitch' }),
      ]),
    ]);
    await ensurePush(client, doors, ['1']);
    expect(calls[0]).toEqual({ path: '/eventsub/subscriptions', query: { user_id: '1' } });
    expect(asked(calls)).toEqual(['1 stream.offline', '1 channel.update']);
    expect(calls[1]?.json?.transport).toMatchObject({ callback, secret: 'ten letters or more' });
  });

  it('of many channels are one list, however many pages it has', async () => {
    const all = ['stream.online', 'stream.offline', 'channel.update'];
    const { client, calls } = helix([
      page(
        all.map((type) => known('1', type)),
        { cursor: 'next' },
      ),
      page(all.map((type) => known('2', type))),
    ]);
    await ensurePush(client, doors, ['1', '2', '3']);
    expect(calls.filter(({ query }) => query).map(({ query }) => query)).toEqual([{}, { after: 'next' }]);
    expect(asked(calls)).toEqual(all.map((type) => `3 ${type}`));
  });

  it('end with the budget', async () => {
    const { client, calls } = helix([page([], { cost: 9_998 })]);
    await ensurePush(client, doors, ['1', '2']);
    expect(asked(calls)).toEqual(['1 stream.online', '1 stream.offline']);
    expect(said).toContain('the event subscriptions of Twitch are used up');
  });

  it('that cost nothing do not use up the budget', async () => {
    const { client, calls } = helix([page([], { cost: 9_999 })], () => ({ data: [{ cost: 0 }] }));
    await ensurePush(client, doors, ['1']);
    expect(asked(calls)).toHaveLength(3);
  });

  it.each([
    ['exists already', 409],
    ['is refused', 403],
    ['has too many of its kind', 429],
  ])('continue when one %s', async (_, status) => {
    const { client, calls } = helix([page([])], ({ json }) =>
      json?.type === 'stream.online' ? trouble('odd', status) : { data: [{ cost: 1 }] },
    );
    await ensurePush(client, doors, ['1']);
    expect(asked(calls)).toHaveLength(3);
  });

  it('of channels without followers are dropped: ours, and those of streams', async () => {
    const { client, dropped } = helix([
      page([known('1', 'stream.online'), known('2', 'stream.online')], { cursor: 'next' }),
      page([
        known('1', 'stream.offline', { status: 'notification_failures_exceeded' }),
        known('1', 'channel.update', { callback: 'https://elsewhere.example/webhooks/twitch' }),
        known('1', 'channel.chat.message'),
      ]),
    ]);
    expect(await dropPush(client, doors, ['1', '3'])).toEqual(['1']);
    expect(dropped).toEqual(['1 stream.online', '1 stream.offline']);
  });

  it('are dropped some hundreds at a time, and a missing one does not delay the others', async () => {
    const ids = Array.from({ length: 400 }, (_, place) => String(place));
    const { client, dropped } = helix([page(ids.map((id) => known(id, 'stream.online')))], undefined, (id) => {
      if (id === '1 stream.online') throw trouble('gone', 404);
    });
    expect(await dropPush(client, doors, ids)).toEqual(ids.slice(0, 300));
    expect(dropped).toHaveLength(299);
  });

  it('stop when no call is left, and are requested later', async () => {
    const { client } = helix([page([])], () => trouble('limited', 429, 20_000));
    await expect(ensurePush(client, doors, ['1'])).rejects.toMatchObject({ kind: 'limited' });
  });

  it('for revoked permissions exist once for the whole app, with our address', async () => {
    const subscription = (more: object = {}) => ({
      id: 'revocations',
      status: 'enabled',
      type: 'user.authorization.revoke',
      condition: { client_id: 'app' },
      transport: { method: 'webhook', callback },
      ...more,
    });
    const others = subscription({
      transport: { method: 'webhook', callback: 'https://other.example/webhooks/twitch' },
    });
    const none = helix([page([others, subscription({ status: 'notification_failures_exceeded' })])]);
    await hearRevocations(none.client, doors);
    expect(none.calls.map(({ json }) => json).filter(Boolean)).toMatchObject([
      { type: 'user.authorization.revoke', version: '1', condition: { client_id: 'app' }, transport: { callback } },
    ]);
    const there = helix([page([subscription()])]);
    await hearRevocations(there.client, doors);
    expect(there.calls).toEqual([{ path: '/eventsub/subscriptions', query: { type: 'user.authorization.revoke' } }]);
  });

  it.each([
    ['https://api.tally.example', true, true],
    ['http://127.0.0.1:4000', false, true],
    ['http://127.0.0.1:4000', true, false],
  ])('to %s with the real Twitch %s: %s; the reason is logged once', (address, isReal, isAsked) => {
    said.length = 0;
    const connection = twitch.connect(doorsOf(address, isReal));
    expect(connection.push !== undefined).toBe(isAsked);
    expect(said).toHaveLength(isAsked ? 0 : 1);
  });
});
