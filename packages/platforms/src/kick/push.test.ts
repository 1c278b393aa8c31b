import { createMetrics } from '@tally/infra/metrics';
import { type PlatformDoors, type PushTopic, plainQuestion, UpstreamError } from '@tally/kernel';
import { expect, it } from 'vitest';
import type { KickClient } from './client.ts';
import { askWhoIsLive } from './poll.ts';
import { dropPush, ensurePush } from './push.ts';

const said: string[] = [];
const topics = new Map<string, readonly PushTopic[]>();
const doors = {
  clock: { now: () => new Date('2026-11-21T18:00:00Z') },
  metrics: createMetrics({ withProcess: false }),
  log: { warn: (_: unknown, text: string) => said.push(text), info: () => undefined },
} as unknown as PlatformDoors;

const full = new UpstreamError({
  world: 'kick',
  kind: 'odd',
  message: 'event subscription limit reached',
  status: 400,
});

interface Wanted {
  readonly broadcaster_user_id: number;
  readonly events: readonly { readonly name: string }[];
}

/** A Kick with these subscriptions and streams. The test decides how it answers new subscriptions. */
const held = (id: string, channel: number, event: string) => ({ id, event, broadcaster_user_id: channel });

function kick(data: readonly unknown[], take: (wanted: Wanted) => void = () => undefined) {
  const asked: Wanted[] = [];
  const dropped: string[] = [];
  let calls = 0;
  const client = {
    get: async (_: string, __: unknown, schema: { parse(value: unknown): unknown }) => schema.parse({ data }),
    post: async (_: string, wanted: Wanted) => {
      asked.push(wanted);
      take(wanted);
      return { data: wanted.events.map(({ name }) => ({ name, subscription_id: 'x' })) };
    },
    delete: async (_: string, { id }: { id: readonly string[] }) => {
      calls += 1;
      dropped.push(...id);
    },
  } as unknown as KickClient;
  return { client, asked, dropped, calls: () => calls };
}

it('skips a kind of event whose limit is reached, without losing the others', async () => {
  const all = Array.from({ length: 10_000 }, (_, place) =>
    held(`s${place}`, 1_000_000 + place, 'channel.subscription.gifts'),
  );
  const { client, asked } = kick(all);
  await ensurePush(client, doors, { channelIds: ['1', '2'], topics });
  expect(asked.map(({ broadcaster_user_id }) => broadcaster_user_id)).toEqual([1, 2]);
  expect(asked[0]?.events.map(({ name }) => name)).toEqual([
    'livestream.status.updated',
    'livestream.metadata.updated',
    'channel.subscription.new',
    'channel.subscription.renewal',
  ]);
});

it('subscribes to a log’s events while the log is on; a subscribed chat keeps its bans', async () => {
  const { client, asked, dropped } = kick([
    held('bans of a heard chat', 1, 'moderation.banned'),
    held('lines', 1, 'chat.message.sent'),
    held('bans', 2, 'moderation.banned'),
    held('follows', 2, 'channel.followed'),
    held('kicks', 3, 'kicks.gifted'),
    held('of somebody else', 9, 'kicks.gifted'),
  ]);
  const logged = new Map<string, readonly PushTopic[]>([['3', ['moderation', 'kicks']]]);
  await ensurePush(client, doors, { channelIds: ['1', '2', '3'], topics: logged });
  expect(dropped).toEqual(['bans', 'follows']);
  const topical = asked.flatMap(({ broadcaster_user_id: id, events }) =>
    events.flatMap(({ name }) =>
      name.startsWith('livestream') || name.includes('subscription') ? [] : [`${id} ${name}`],
    ),
  );
  expect(topical).toEqual(['3 moderation.banned']);
});

it('drops everything of a channel that has no followers any more, and nothing else', async () => {
  const { client, dropped } = kick([
    held('status', 1, 'livestream.status.updated'),
    held('gifts', 1, 'channel.subscription.gifts'),
    held('kicks', 1, 'kicks.gifted'),
    held('bans', 1, 'moderation.banned'),
    held('bans of a heard chat', 2, 'moderation.banned'),
    held('lines', 2, 'chat.message.sent'),
    held('of somebody else', 9, 'livestream.status.updated'),
  ]);
  expect(await dropPush(client, ['1', '2', '3'])).toEqual(['1']);
  expect(dropped).toEqual(['status', 'gifts', 'kicks', 'bans']);
});

it('many of them go in calls whose addresses are not too long', async () => {
  const channelIds = Array.from({ length: 120 }, (_, place) => String(place));
  const { client, dropped, calls } = kick(channelIds.map((id) => held(id, Number(id), 'livestream.status.updated')));
  expect(await dropPush(client, channelIds)).toEqual(channelIds);
  expect(dropped).toHaveLength(120);
  expect(calls()).toBe(3);
});

it('a refused channel does not delay others; if Kick refuses all, it stops asking', async () => {
  const some = kick([], ({ broadcaster_user_id: id }) => {
    if (id < 5) throw full;
  });
  await ensurePush(some.client, doors, { channelIds: ['1', '2', '3', '4', '5'], topics });
  expect(some.asked).toHaveLength(5);
  const none = kick([], () => {
    throw full;
  });
  await ensurePush(none.client, doors, { channelIds: Array.from({ length: 50 }, (_, place) => String(place)), topics });
  expect(none.asked).toHaveLength(20);
});

it('skips an unreadable entry in the list of live streams, and includes the picture', async () => {
  const stream = (id: number) => ({
    id: `stream-${id}`,
    started_at: '2026-11-21T17:59:00Z',
    broadcaster_user: { id, username: 'Ada', profile_picture: 'https://files.kick.com/ada.webp' },
    channel: { slug: 'ada' },
  });
  const { client } = kick([{ ...stream(3), started_at: 'soon' }, stream(2)]);
  const answers = await askWhoIsLive(client, doors, ['1', '2', '3'].map(plainQuestion));
  expect(answers.map(({ snapshot }) => snapshot.state)).toEqual(['offline', 'live', 'unknown']);
  expect(answers[1]?.name).toEqual({
    name: 'ada',
    displayName: 'Ada',
    avatarUrl: 'https://files.kick.com/ada.webp',
  });
});
