import { sql } from '@tally/infra/sql';
import { hours, minutes, type Video } from '@tally/kernel';
import { ada, type PlatformHouse, platformHouse, videoAt } from '@tally/tests/platform-house';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { handlePush, sweep, unwatch } from './index.ts';
import { forgetVideos } from './videos.ts';

let house: PlatformHouse;
beforeAll(async () => {
  house = await platformHouse();
});
afterAll(() => house.close());
beforeEach(async () => {
  await house.reset();
  await house.follow();
});

const now = () => house.clock.now();
const offline = { state: 'offline', channelId: ada.id } as const;
const round = async (ms = minutes(1)) => {
  house.clock.move(ms);
  await sweep(house.ctx, house.platform);
};
const publish = (...videos: Video[]) => house.answers.set(ada.id, { snapshot: offline, videos });
const ids = () => house.told.flatMap((event) => (event.kind === 'video' ? [event.video.id] : []));

it('that were there before are no news; later ones are announced once, with all that is known', async () => {
  publish(videoAt(new Date(now().getTime() - hours(1)), 'old'), videoAt(now(), 'just-now'));
  await round();
  publish(videoAt(now(), 'new', 'short'), videoAt(new Date(now().getTime() - hours(1)), 'old'));
  await round();
  await round();
  expect(await house.hasTold('video')).toBe(true);
  expect(house.told[0]).toMatchObject({
    channel: { name: 'ada' },
    video: { id: 'new', kind: 'short', title: 'Video new', publishedAt: new Date(now().getTime() - minutes(2)) },
  });
});

it('older than the follower or than a day are never announced, however late they turn up', async () => {
  publish();
  await round();
  publish(videoAt(new Date(now().getTime() - hours(2)), 'before'));
  await round();
  const published = now();
  house.clock.move(hours(25));
  publish(videoAt(published, 'yesterday'), videoAt(now(), 'today'));
  await round();
  expect(await house.hasTold('video')).toBe(true);
  expect(ids()).toEqual(['today']);
});

it('start fresh for a channel that is followed again', async () => {
  publish();
  await round();
  await unwatch(house.ctx.db, { platform: 'kick', channelId: ada.id, reason: 'notifications', holder: 'server-1' });
  house.clock.move(hours(1));
  publish(videoAt(now(), 'meanwhile'));
  house.clock.move(minutes(1));
  await house.follow();
  await round();
  expect(await house.hasTold()).toBe(true);
});

it('are forgotten after a month, except the newest of each followed channel', async () => {
  publish();
  await round();
  const at = (days: number) => new Date(now().getTime() - days * hours(24));
  await house.ctx.db.execute(sql`
    insert into videos (platform, video_id, kind, channel_id, published_at, seen_at, is_news, data)
    select 'kick', kind || n, kind, ${ada.id}, ${at(40).toISOString()}::timestamptz - n * interval '1 minute',
           ${at(40).toISOString()}::timestamptz, true, '{}'
      from generate_series(1, 60) n, (values ('upload'), ('clip')) kinds (kind)`);
  const left = async () => {
    const { rows } = await house.ctx.db.execute<{ id: string }>(sql`select video_id as id from videos`);
    return rows.map(({ id }) => id).toSorted();
  };
  const forget = () => forgetVideos.run(house.ctx, {}, {} as never);
  await forget();
  const newest = ['clip', 'upload'].flatMap((kind) => Array.from({ length: 50 }, (_, place) => `${kind}${place + 1}`));
  expect(await left()).toEqual(newest.toSorted());
  publish(videoAt(at(40), 'upload1'), videoAt(at(40), 'upload60'), videoAt(now(), 'today'));
  await round();
  expect(await house.hasTold('video')).toBe(true);
  expect(ids()).toEqual(['today']);
  await unwatch(house.ctx.db, { platform: 'kick', channelId: ada.id, reason: 'notifications', holder: 'server-1' });
  await forget();
  expect(await left(), 'seen of late').toEqual(['today', 'upload60']);
});

it('that a push names are asked for at once; push and sweep together announce once', async () => {
  publish();
  await round();
  publish(videoAt(now(), 'pushed'));
  house.push = {
    kind: 'hints',
    hints: ['m1', 'm2'].map((messageId) => ({
      platform: 'kick',
      messageId,
      channelId: ada.id,
      occurredAt: now(),
      snapshot: null,
      about: ['pushed'],
    })),
  };
  const push = { headers: {}, body: new Uint8Array(), query: {} };
  await Promise.all([handlePush(house.ctx, 'kick', push), handlePush(house.ctx, 'kick', push), round()]);
  expect(await house.hasTold('video')).toBe(true);
  expect(house.asked.flat().filter(({ about }) => about.includes('pushed')).length).toBeGreaterThan(0);
});
