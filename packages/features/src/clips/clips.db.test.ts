import { randomUUID } from 'node:crypto';
import { ServerId } from '@tally/contract';
import { defineFeature, hours, minutes, UpstreamError, type Video } from '@tally/kernel';
import { fakePlatforms } from '@tally/tests/fake-platforms';
import { person, type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { errorLogs } from '../error-logs/index.ts';
import { messageEditor } from '../message-editor/index.ts';
import { servers } from '../servers/index.ts';
import { free, unlimited } from '../servers/service/plan.ts';
import { streamers } from '../streamers/index.ts';
import { insertStreamer } from '../streamers/store/streamers.ts';
import { commands } from './commands.ts';
import { clips } from './index.ts';

const home = ServerId.parse('800000000000000001');
const bought = { plan: unlimited };
const premium = defineFeature({ name: 'premium', serverPlans: async () => new Map([[home, bought.plan]]) });
let world: TestWorld;
beforeAll(async () => {
  world = await testWorld({ features: [servers, errorLogs, messageEditor, premium, streamers, clips] });
});
afterAll(() => world.close());

const kick = { asked: 0, answer: [] as Video[] | UpstreamError };
const listClips = async () => {
  kick.asked += 1;
  if (kick.answer instanceof UpstreamError) throw kick.answer;
  return kick.answer;
};
const platforms = fakePlatforms(
  { kick: { clips: { listClips } } },
  ['kick', 'youtube'].map((id) => ({ id, capabilities: id === 'kick' ? ['clips'] : [] })),
);
const ctx = () => ({ ...world.ctx({ caller: person('111111111111111111') }), platforms });
const clipAt = (id: string, ago: number, more: Partial<Video> = {}): Video => ({
  platform: 'kick',
  channelId: '42',
  id,
  kind: 'clip',
  title: `Clip ${id}`,
  description: null,
  url: `https://kick.com/ada/clips/${id}`,
  thumbnailUrl: null,
  publishedAt: new Date(world.clock.now().getTime() - ago),
  durationSeconds: 30,
  category: null,
  views: 1,
  streamId: null,
  clipper: { name: 'fan', roles: [] },
  ...more,
});
interface Shown {
  readonly payload: { readonly embeds: readonly { readonly description: string }[]; readonly allowed_mentions: object };
}
const ask = async (streamer = 'ada'): Promise<Shown> => {
  const [command] = commands;
  const call = { options: { streamer }, serverId: home, userId: '111111111111111111' };
  return (await command?.run?.(ctx(), call as never)) as never;
};
const lines = async () =>
  (await ask()).payload.embeds[0]?.description.replaceAll(/[\u2068\u2069]/g, '').split('\n') ?? [];

beforeEach(async () => {
  await world.reset();
  Object.assign(kick, { asked: 0, answer: [] });
  bought.plan = unlimited;
  const now = world.clock.now();
  for (const [platform, channelId, name] of [
    ['kick', '42', 'ada'],
    ['youtube', 'UC1', 'tube'],
  ] as const) {
    const row = { id: randomUUID(), serverId: home, platform, channelId, name, settings: {} };
    await insertStreamer(world.inside, { ...row, addedAt: now, changedAt: now });
    await world.db.execute(
      `insert into channels (platform, channel_id, name, display_name, url, refreshed_at, next_ask_at)
       values ('${platform}', '${channelId}', '${name}', 'Ada', 'https://kick.com/ada', now(), now())`,
    );
  }
});

it('shows the newest clips with author and moment in the recording; the platform is called once for all', async () => {
  expect(await lines()).toEqual(['No clips in the last day.']);
  world.clock.move(minutes(3));
  const momentUrl = 'https://kick.com/ada/videos/1?t=5';
  kick.answer = [clipAt('old', hours(2)), clipAt('new', minutes(1), { momentUrl })];
  const at = Math.floor((world.clock.now().getTime() - minutes(1)) / 1_000);
  const shown = await lines();
  expect(shown[0]).toBe(
    `[Clip new](https://kick.com/ada/clips/new) · fan · <t:${at}:R> · [in the recording](${momentUrl})`,
  );
  expect([shown.length, (await lines()).length, kick.asked]).toEqual([2, 2, 2]);
});

it('shows known clips while the platform is down', async () => {
  const { platform, channelId, id, kind, publishedAt, ...data } = clipAt('kept', hours(30), { kind: 'partnerClip' });
  await world.db.execute(
    `insert into videos (platform, video_id, kind, channel_id, published_at, seen_at, is_news, data)
     values ('${platform}', '${id}', '${kind}', '${channelId}', '${publishedAt.toISOString()}', now(), true, '${JSON.stringify(data)}')`,
  );
  kick.answer = new UpstreamError({ world: 'kick', kind: 'down', message: 'no' });
  expect((await lines())[0]).toContain('[Clip kept]');
});

it('titles link only to their clip, and ping no one', async () => {
  kick.answer = [clipAt('a', 1, { title: '](https://evil.test) @everyone <@1> https://evil.test **b**' })];
  const { payload } = await ask();
  const text = payload.embeds[0]?.description ?? '';
  expect(text).not.toMatch(/https:\/\/evil|@everyone|(?<!\\)<@|(?<!\\)\*\*|(?<!\\)\]\(h(?!ttps:\/\/kick\.com)/);
  expect(payload.allowed_mentions).toMatchObject({ parse: [] });
});

it('explains a missing clip, an unknown name, or a missing plan', async () => {
  await expect(ask('tube')).rejects.toMatchObject({ code: 'invalidFields' });
  await expect(ask('nobody')).rejects.toMatchObject({ code: 'streamerNotFound' });
  bought.plan = { ...free, bitfield: 0n };
  await expect(ask()).rejects.toMatchObject({ code: 'premiumRequired' });
});
